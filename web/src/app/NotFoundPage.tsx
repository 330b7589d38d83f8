import { uiCopy } from '@/copy/ui'
import { MessagePage } from './MessagePage'
import classes from './MessagePage.module.css'

export function NotFoundPage() {
  return (
    <MessagePage title={uiCopy.notFoundTitle} message={uiCopy.notFound}>
      <a className={classes.action} data-filled href="/">
        {uiCopy.backToHome}
      </a>
    </MessagePage>
  )
}

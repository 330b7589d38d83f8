import { shellCopy } from '@/copy/shell'
import { MessagePage } from './MessagePage'
import classes from './MessagePage.module.css'

export function NotFoundPage() {
  return (
    <MessagePage title={shellCopy.notFoundTitle} message={shellCopy.notFound}>
      <a className={classes.action} data-filled href="/">
        {shellCopy.backToHome}
      </a>
    </MessagePage>
  )
}

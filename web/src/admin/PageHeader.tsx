import { useAppConfig } from '@/api/useAppConfig'
import { PageTitle } from '@/ui/PageTitle'
import classes from './Admin.module.css'

/** The h1 of a section, which also sets the title of the browser tab, and a lead sentence. */
export function PageHeader({ title, lead }: { title: string; lead?: string | undefined }) {
  const config = useAppConfig()
  return (
    <div className={classes.head}>
      <PageTitle title={title} productName={config?.productName ?? ''}>
        {title}
      </PageTitle>
      {lead && <p className={classes.lead}>{lead}</p>}
    </div>
  )
}

import { useAppConfig } from '@/api/useAppConfig'
import { PageTitle } from '@/ui/PageTitle'
import classes from './Admin.module.css'

interface PageHeaderProps {
  title: string
  lead?: string | undefined
  /** How many rows the list below has. Announced when it changes. */
  count?: string
}

/** The h1 of a section, which also sets the title of the browser tab, and a lead sentence. */
export function PageHeader({ title, lead, count }: PageHeaderProps) {
  const config = useAppConfig()
  return (
    <div className={classes.head}>
      <div className={classes.headLine}>
        <PageTitle title={title} productName={config?.productName ?? ''}>
          {title}
        </PageTitle>
        {count !== undefined && (
          <span className={classes.count} role="status">
            {count}
          </span>
        )}
      </div>
      {lead && <p className={classes.lead}>{lead}</p>}
    </div>
  )
}

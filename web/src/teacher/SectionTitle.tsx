import type { ReactNode } from 'react'
import { useAppConfig } from '@/api/useAppConfig'
import { PageTitle } from '@/ui/PageTitle'
import classes from './TeacherPage.module.css'

interface SectionTitleProps {
  title: string
  lead?: string
  /** What the heading says, where that is more than the title of the browser's tab. */
  children?: ReactNode
  /** Stands at the end of the line. */
  action?: ReactNode
}

/** The h1 of a section, which also names the browser's tab, and the sentence below it. */
export function SectionTitle({ title, lead, children, action }: SectionTitleProps) {
  const config = useAppConfig()
  return (
    <div className={classes.head}>
      <div>
        <PageTitle title={title} productName={config?.productName ?? ''}>
          {children ?? title}
        </PageTitle>
        {lead && <p className={classes.lead}>{lead}</p>}
      </div>
      {action}
    </div>
  )
}

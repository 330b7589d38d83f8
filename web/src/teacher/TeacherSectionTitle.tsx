import type { ReactNode } from 'react'
import { useAppConfig } from '@/api/useAppConfig'
import { PageTitle } from '@/ui/PageTitle'
import classes from './TeacherPage.module.css'

interface TeacherSectionTitleProps {
  title: string
  lead?: string
  /** Text of the heading, if it differs from the title of the browser tab. */
  children?: ReactNode
  /** Shown at the end of the line. */
  action?: ReactNode
}

/** The h1 of a section, which also sets the title of the browser tab, and a lead sentence. */
export function TeacherSectionTitle({ title, lead, children, action }: TeacherSectionTitleProps) {
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

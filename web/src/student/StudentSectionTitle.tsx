import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { configQuery } from '@/api/config'
import { PageTitle } from '@/ui/PageTitle'
import classes from './Panel.module.css'

interface StudentSectionTitleProps {
  children: ReactNode
  /** Title of the browser tab. */
  title: string
}

/** The h1 of a section; also sets the title of the browser tab. */
export function StudentSectionTitle({ children, title }: StudentSectionTitleProps) {
  const { data: config } = useQuery(configQuery())
  return (
    <div className={classes.title}>
      <PageTitle title={title} productName={config?.productName ?? title}>
        {children}
      </PageTitle>
    </div>
  )
}

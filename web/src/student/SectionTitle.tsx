import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { configQuery } from '@/api/config'
import { PageTitle } from '@/ui/PageTitle'
import classes from './Panel.module.css'

interface SectionTitleProps {
  children: ReactNode
  /** For the browser's tab. */
  title: string
}

/** The h1 of a section, which also names the browser's tab. */
export function SectionTitle({ children, title }: SectionTitleProps) {
  const { data: config } = useQuery(configQuery())
  return (
    <div className={classes.title}>
      <PageTitle title={title} productName={config?.productName ?? title}>
        {children}
      </PageTitle>
    </div>
  )
}

import { type ReactNode, useEffect, useRef } from 'react'
import { Kolam } from '@/ui/Kolam'
import classes from './MessagePage.module.css'

interface MessagePageProps {
  title: string
  message: string
  detail?: string | null | undefined
  children?: ReactNode
  /** Announced by screen readers, for errors. */
  alert?: boolean
}

/** A whole page with one message. Does not use the UI kit, which may be what failed to load. */
export function MessagePage({ title, message, detail, children, alert = false }: MessagePageProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = title
    heading.current?.focus()
  }, [title])
  return (
    <main className={classes.page}>
      <Kolam seed={title} size={7} className={classes.ornament} />
      <div role={alert ? 'alert' : undefined}>
        <h1 ref={heading} tabIndex={-1} className={classes.title}>
          {title}
        </h1>
        <p className={classes.message}>{message}</p>
        {detail && <p className={classes.detail}>{detail}</p>}
      </div>
      <div className={classes.actions}>{children}</div>
    </main>
  )
}

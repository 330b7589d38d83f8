import { type ReactNode, useEffect, useRef } from 'react'
import { wasNavigated } from './navigation'
import classes from './PageTitle.module.css'

interface PageTitleProps {
  children: ReactNode
  /** For the browser's tab; with the product's name behind it. */
  title: string
  productName: string
}

/** The one h1 of a page. Sets the tab's title, and takes the focus when the page was reached from another of ours. */
export function PageTitle({ children, title, productName }: PageTitleProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = title === productName ? productName : `${title} · ${productName}`
    if (wasNavigated()) heading.current?.focus()
  }, [title, productName])
  return (
    <h1 ref={heading} tabIndex={-1} className={classes.title}>
      {children}
    </h1>
  )
}

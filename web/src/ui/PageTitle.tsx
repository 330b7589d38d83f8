import { type ReactNode, useEffect, useRef } from 'react'
import { wasNavigated } from './navigation'
import classes from './PageTitle.module.css'

interface PageTitleProps {
  children: ReactNode
  /** Title of the browser tab, followed by the product's name. */
  title: string
  productName: string
}

/** The only h1 of a page. Sets the tab's title, and takes focus after a navigation inside the app. */
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

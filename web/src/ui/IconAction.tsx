import type { ButtonHTMLAttributes } from 'react'
import classes from './IconAction.module.css'

interface IconActionProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** What it does; an icon alone says nothing to a screen reader. */
  label: string
}

/** A round button that shows an icon, 44 px as fingers need. */
export function IconAction({ label, children, className, ...rest }: IconActionProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      className={className ? `${classes.action} ${className}` : classes.action}
      {...rest}
    >
      {children}
    </button>
  )
}

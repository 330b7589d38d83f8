import { Button, type ButtonProps, Tooltip } from '@mantine/core'
import type { MouseEventHandler, ReactNode } from 'react'

interface ActionButtonProps
  extends Pick<ButtonProps, 'variant' | 'color' | 'size' | 'loading' | 'disabled' | 'leftSection'> {
  children: ReactNode
  /** Accessible name, where several buttons have the same text. */
  label?: string
  /** Why the button is disabled; `null` if it is enabled. */
  disabledReason: string | null
  onClick: MouseEventHandler<HTMLButtonElement>
}

/** Button of an admin action. A disabled one shows the reason on hover, focus and touch. */
export function ActionButton({
  children,
  label,
  disabledReason,
  onClick,
  ...buttonProps
}: ActionButtonProps) {
  const shared = { size: 'sm', variant: 'default', ...buttonProps, ...(label ? { 'aria-label': label } : {}) }
  if (disabledReason === null) {
    return (
      <Button {...shared} onClick={onClick}>
        {children}
      </Button>
    )
  }
  return (
    <Tooltip label={disabledReason} events={{ hover: true, focus: true, touch: true }}>
      {/* Not `disabled`: keyboard and screen readers could not reach the reason. */}
      <Button {...shared} aria-disabled data-disabled onClick={(event) => event.preventDefault()}>
        {children}
      </Button>
    </Tooltip>
  )
}

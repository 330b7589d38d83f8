import { Button, type ButtonProps, Tooltip } from '@mantine/core'
import type { MouseEventHandler, ReactNode } from 'react'

interface ActButtonProps extends Pick<ButtonProps, 'variant' | 'color' | 'size' | 'loading' | 'leftSection'> {
  children: ReactNode
  /** Names the button where several say the same. */
  label?: string
  /** Why it cannot be used now; `null` when it can. */
  refusal: string | null
  onClick: MouseEventHandler<HTMLButtonElement>
}

/** A button of an act. One that cannot be used says why, to the pointer, the finger and the keyboard. */
export function ActButton({ children, label, refusal, onClick, ...look }: ActButtonProps) {
  const named = { size: 'sm', variant: 'default', ...look, ...(label ? { 'aria-label': label } : {}) }
  if (refusal === null) {
    return (
      <Button {...named} onClick={onClick}>
        {children}
      </Button>
    )
  }
  return (
    <Tooltip label={refusal} events={{ hover: true, focus: true, touch: true }}>
      {/* Not `disabled`: then neither the keyboard nor a screen reader would come to the reason. */}
      <Button {...named} aria-disabled data-disabled onClick={(event) => event.preventDefault()}>
        {children}
      </Button>
    </Tooltip>
  )
}

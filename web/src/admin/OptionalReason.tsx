import { Textarea } from '@mantine/core'
import type { ReactNode } from 'react'
import { adminActionsCopy as copy } from '@/copy/adminActions'

const MAX_REASON_CHARS = 500

interface OptionalReasonProps {
  value: string
  error: ReactNode
  onChange: (reason: string) => void
  /** Whether it is the first field of its dialog. */
  autoFocus?: boolean
}

/** A reason for the audit log, for actions that do not require one. */
export function OptionalReason({ value, error, onChange, autoFocus = false }: OptionalReasonProps) {
  return (
    <Textarea
      label={copy.reasonIfAny}
      description={copy.reasonHint}
      autosize
      minRows={2}
      maxRows={8}
      maxLength={MAX_REASON_CHARS}
      dir="auto"
      value={value}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
      {...(autoFocus ? { 'data-autofocus': true } : {})}
    />
  )
}

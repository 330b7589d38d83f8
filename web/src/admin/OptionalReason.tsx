import { Textarea } from '@mantine/core'
import type { ReactNode } from 'react'
import { adminActsCopy as copy } from '@/copy/adminActs'

const REASON_CHARS = 500

interface OptionalReasonProps {
  value: string
  error: ReactNode
  onChange: (reason: string) => void
  /** The first field of its dialog. */
  first?: boolean
}

/** Why, for the audit log, where the act explains itself and nobody has to say so. */
export function OptionalReason({ value, error, onChange, first = false }: OptionalReasonProps) {
  return (
    <Textarea
      label={copy.reasonIfAny}
      description={copy.reasonHint}
      autosize
      minRows={2}
      maxRows={8}
      maxLength={REASON_CHARS}
      dir="auto"
      value={value}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
      {...(first ? { 'data-autofocus': true } : {})}
    />
  )
}

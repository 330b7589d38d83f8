import { adminAccountCopy } from '@/copy/adminAccount'

const { errors } = adminAccountCopy.password
const MIN_LENGTH = 12
const MAX_LENGTH = 200

export interface PasswordValues {
  current: string
  next: string
  repeat: string
}

export const emptyPassword: PasswordValues = { current: '', next: '', repeat: '' }

/** Validation errors: the server's length limits, and a repeated password against typos. */
export function passwordErrors({ current, next, repeat }: PasswordValues): Record<string, string | null> {
  return {
    current: current ? null : errors.current,
    next: nextError(current, next),
    repeat: repeat === next ? null : errors.repeat,
  }
}

function nextError(current: string, next: string): string | null {
  // Code points, as the server counts.
  const length = Array.from(next).length
  if (length < MIN_LENGTH) return errors.short
  if (length > MAX_LENGTH) return errors.long
  return next === current ? errors.same : null
}

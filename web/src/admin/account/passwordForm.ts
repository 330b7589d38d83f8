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
  return passwordLengthError(next) ?? (next === current ? errors.same : null)
}

/** The error of a new password whose length the server rejects. */
export function passwordLengthError(password: string): string | null {
  // Code points, as the server counts.
  const length = Array.from(password).length
  if (length < MIN_LENGTH) return errors.short
  return length > MAX_LENGTH ? errors.long : null
}

import { adminAccountCopy } from '@/copy/adminAccount'

const { errors } = adminAccountCopy.password
const SHORTEST = 12
const LONGEST = 200

export interface PasswordValues {
  current: string
  next: string
  repeat: string
}

export const emptyPassword: PasswordValues = { current: '', next: '', repeat: '' }

/** The server's rules of length, and that nobody locks themselves out by a slip of the finger. */
export function passwordErrors({ current, next, repeat }: PasswordValues): Record<string, string | null> {
  return {
    current: current ? null : errors.current,
    next: nextError(current, next),
    repeat: repeat === next ? null : errors.repeat,
  }
}

function nextError(current: string, next: string): string | null {
  // As the server counts: characters, not the halves of them.
  const length = Array.from(next).length
  if (length < SHORTEST) return errors.short
  if (length > LONGEST) return errors.long
  return next === current ? errors.same : null
}

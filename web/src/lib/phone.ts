const MAX_PHONE_CHARS = 32
/** A `+` only at the beginning, digits of any script, and what separates them. */
const PHONE = /^\+?[\p{N} \-().]+$/u
/** From the shortest subscriber numbers to the longest international ones (E.164). */
const PHONE_DIGITS = { min: 7, max: 15 }

/**
 * Whether the text is a phone number. The stored one is always accepted: it may be older than the
 * rules and must not prevent other changes.
 */
export function isPhone(text: string, stored: string | null = null): boolean {
  const number = text.trim()
  if (number === '' || number === stored?.trim()) return true
  const digits = number.match(/\p{N}/gu)?.length ?? 0
  return (
    number.length <= MAX_PHONE_CHARS &&
    PHONE.test(number) &&
    digits >= PHONE_DIGITS.min &&
    digits <= PHONE_DIGITS.max
  )
}

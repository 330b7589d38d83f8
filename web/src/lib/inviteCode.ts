const INVITE_CODE_PATTERN = /^TCH-[A-Z0-9]{3}-[A-Z0-9]{4}$/
/** The code in an invitation link: `/t/{code}` or `/booking?ref={code}`. */
const LINKED_CODE_PATTERN = /(?:\/T\/|[?&]REF=)(TCH-[A-Z0-9]{3}-[A-Z0-9]{4})(?![\w-])/

/** Length of what a code field accepts: a link, or a message that contains one. */
export const MAX_INVITE_CODE_TEXT = 1_000

/**
 * The invite code in what a person entered: the code of an invitation link, otherwise the text as the
 * server normalizes it, trimmed and in upper case (D9).
 */
export function normalizeInviteCode(text: string): string {
  const normalized = text.trim().toUpperCase()
  return LINKED_CODE_PATTERN.exec(normalized)?.[1] ?? normalized
}

/** Whether the text is a complete invite code, so that looking up its teacher makes sense. */
export function isInviteCode(text: string): boolean {
  return INVITE_CODE_PATTERN.test(normalizeInviteCode(text))
}

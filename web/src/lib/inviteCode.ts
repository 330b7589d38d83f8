const INVITE_CODE_PATTERN = /^TCH-[A-Z0-9]{3}-[A-Z0-9]{4}$/

/** Normalizes an invite code as the server does: trimmed, upper case (D9). */
export function normalizeInviteCode(text: string): string {
  return text.trim().toUpperCase()
}

/** Whether the text is a complete invite code, so that looking up its teacher makes sense. */
export function isInviteCode(text: string): boolean {
  return INVITE_CODE_PATTERN.test(normalizeInviteCode(text))
}

const SHAPE = /^TCH-[A-Z0-9]{3}-[A-Z0-9]{4}$/

/** An invite code as the server compares it: without surrounding space, in capitals (D9). */
export function normalCode(text: string): string {
  return text.trim().toUpperCase()
}

/** Whether the text looks like a whole code, so that asking the server for its teacher makes sense. */
export function looksLikeCode(text: string): boolean {
  return SHAPE.test(normalCode(text))
}

const BYTES = 16

/**
 * Creates an idempotency key. Call it when the dialog opens, not when the button is pressed, so
 * that a second press and a retried request carry the same key.
 */
export function newIdempotencyKey(): string {
  // Not `randomUUID`, which browsers do not provide on plain-HTTP origins such as a local network.
  const bytes = crypto.getRandomValues(new Uint8Array(BYTES))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

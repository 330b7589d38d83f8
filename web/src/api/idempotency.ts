const BYTES = 16

/**
 * A new key for an act that must not happen twice. Make it when the dialog opens, not when the button is pressed,
 * so that a second press and a repeated request carry the same key.
 */
export function newIdempotencyKey(): string {
  // Not `randomUUID`, which browsers keep from plain-http addresses such as those of a local network.
  const bytes = crypto.getRandomValues(new Uint8Array(BYTES))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

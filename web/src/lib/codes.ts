const SHAPE = /^TCH-[A-Z0-9]{3}-[A-Z0-9]{4}$/

/** An invite code as the server compares it: without surrounding space, in capitals (D9). */
export function normalCode(text: string): string {
  return text.trim().toUpperCase()
}

/** Whether the text looks like a whole code, so that asking the server for its teacher makes sense. */
export function looksLikeCode(text: string): boolean {
  return SHAPE.test(normalCode(text))
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * The end of a booking's id in a form that can be read out: `4F2A-91C3`. Its last eight digits are random, so that two
 * bookings that a person holds side by side do not share them. What is no UUID stays as it is.
 */
export function bookingCode(id: string): string {
  const end = id.slice(-8).toUpperCase()
  return UUID.test(id) ? `${end.slice(0, 4)}-${end.slice(4)}` : id
}

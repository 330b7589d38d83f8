/** The address that carries the code: the booking page with a `ref` parameter (SPEC §4). */
export function invitationLink(code: string, publicUrl = window.location.origin): string {
  return `${publicUrl}/booking?${new URLSearchParams({ ref: code }).toString()}`
}

export function whatsappLink(message: string): string {
  return `https://wa.me/?${new URLSearchParams({ text: message }).toString()}`
}

/** Spaces as `%20`: mail programs show a `+` as it is. */
export function mailLink(subject: string, body: string): string {
  return `mailto:?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`
}

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

/** Phones, and some desks, have a sheet of their own with everything that can send a link. */
export function canShare(): boolean {
  return typeof navigator.share === 'function'
}

/** Opens that sheet. Who closes it again has not failed. */
export async function share(title: string, text: string, url: string, onFailed: () => void): Promise<void> {
  try {
    await navigator.share({ title, text, url })
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'AbortError')) onFailed()
  }
}

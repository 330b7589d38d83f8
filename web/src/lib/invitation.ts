/** The path of a teacher's invite page in English. */
export function invitePath(code: string): string {
  return `/t/${encodeURIComponent(code)}`
}

/** Invitation link: the invite page of the code. */
export function invitationLink(code: string, publicUrl = window.location.origin): string {
  return publicUrl + invitePath(code)
}

export function whatsappLink(message: string): string {
  return `https://wa.me/?${new URLSearchParams({ text: message }).toString()}`
}

/** Encodes spaces as `%20`: mail programs show a `+` literally. */
export function mailLink(subject: string, body: string): string {
  return `mailto:?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`
}

/** Whether the device has a share sheet (Web Share API). */
export function canShare(): boolean {
  return typeof navigator.share === 'function'
}

/** Opens the share sheet. Closing it is not a failure. */
export async function share(title: string, text: string, url: string, onFailed: () => void): Promise<void> {
  try {
    await navigator.share({ title, text, url })
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'AbortError')) onFailed()
  }
}

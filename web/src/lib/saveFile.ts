/** Long enough for every browser to have started the download. */
const REVOKE_DELAY_MS = 60_000

/** Saves a file as a browser download. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  // Not immediately: Safari reads the file only after this call and would save nothing.
  setTimeout(() => URL.revokeObjectURL(link.href), REVOKE_DELAY_MS)
}

/** Long enough for any browser to have begun with the download. */
const KEPT_MS = 60_000

/** Hands a file to the browser, which keeps it as a download. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  // Not at once: Safari reads the file only after this, and would save nothing.
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT_MS)
}

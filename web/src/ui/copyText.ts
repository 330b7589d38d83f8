import { toastError, toastSuccess } from './toast'

/** Puts the text on the clipboard and says how that went. */
export async function copyText(text: string, done: string, failed: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    toastSuccess(done)
  } catch {
    toastError(failed)
  }
}

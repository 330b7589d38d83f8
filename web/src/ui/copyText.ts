import { toastError, toastSuccess } from './toast'

/** Copies text to the clipboard and shows a toast with the result. */
export async function copyText(text: string, successMessage: string, failureMessage: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    toastSuccess(successMessage)
  } catch {
    toastError(failureMessage)
  }
}

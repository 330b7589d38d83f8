import { notifications } from '@mantine/notifications'

const SUCCESS_SECONDS = 5

/** Success passes by itself after five seconds. */
export function toastSuccess(message: string): void {
  notifications.show({ message, color: 'green', role: 'status', autoClose: SUCCESS_SECONDS * 1000 })
}

/** A failure stays until it is dismissed. The same sentence does not pile up. */
export function toastError(message: string): void {
  show(message, 'red')
}

/** A warning: the act itself stands. Stays until dismissed, too. */
export function toastWarning(message: string): void {
  show(message, 'yellow')
}

function show(message: string, color: string): void {
  const toast = { id: message, message, color, role: 'alert', autoClose: false as const }
  notifications.hide(message)
  notifications.show(toast)
}

import { notifications } from '@mantine/notifications'

const SUCCESS_SECONDS = 5

/** Shows a success message for five seconds. */
export function toastSuccess(message: string): void {
  notifications.show({ message, color: 'green', role: 'status', autoClose: SUCCESS_SECONDS * 1000 })
}

/** Shows an error until it is dismissed. The same message is shown only once. */
export function toastError(message: string): void {
  show(message, 'red')
}

/** Shows a warning about an action that succeeded. Stays until it is dismissed. */
export function toastWarning(message: string): void {
  show(message, 'yellow')
}

function show(message: string, color: string): void {
  const toast = { id: message, message, color, role: 'alert', autoClose: false as const }
  notifications.hide(message)
  notifications.show(toast)
}

import { notifications } from '@mantine/notifications'
import { clock } from '@/lib/time'

const SUCCESS_MS = 5000
const ERROR_MS = 10_000
/** A toast that is shown together with a navigation survives it. */
const NAVIGATION_GRACE_MS = 1000

interface OpenToast {
  kind: 'success' | 'error' | 'warning'
  message: string
  shownAt: number
}

const openToasts = new Map<string, OpenToast>()
let lastId = 0

/**
 * Shows a success message for five seconds. Earlier errors are dismissed (D42), and so is the same
 * message: the new toast has the full time.
 */
export function toastSuccess(message: string): void {
  dismiss((toast) => toast.kind === 'error' || toast.message === message)
  show(`success-${++lastId}`, message, 'success')
}

/** Shows an error for ten seconds (D42). The same message is shown only once. */
export function toastError(message: string): void {
  show(message, message, 'error')
}

/** Shows a warning about an action that succeeded, for ten seconds. */
export function toastWarning(message: string): void {
  show(message, message, 'warning')
}

/** Dismisses toasts that belong to the page or section that is being left (D42). */
export function dismissToastsOnNavigation(): void {
  const limit = clock.now() - NAVIGATION_GRACE_MS
  dismiss(({ shownAt }) => shownAt < limit)
}

const COLORS = { success: 'green', error: 'red', warning: 'yellow' } as const

function show(id: string, message: string, kind: OpenToast['kind']): void {
  notifications.hide(id)
  openToasts.set(id, { kind, message, shownAt: clock.now() })
  notifications.show({
    id,
    message,
    color: COLORS[kind],
    role: kind === 'success' ? 'status' : 'alert',
    autoClose: kind === 'success' ? SUCCESS_MS : ERROR_MS,
    onClose: () => openToasts.delete(id),
  })
}

function dismiss(matches: (toast: OpenToast) => boolean): void {
  for (const [id, toast] of openToasts) {
    if (!matches(toast)) continue
    openToasts.delete(id)
    notifications.hide(id)
  }
}

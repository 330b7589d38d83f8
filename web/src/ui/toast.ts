import { notifications } from '@mantine/notifications'
import type { ReactNode } from 'react'
import { clock } from '@/lib/clock'

const SUCCESS_MS = 5000
const ERROR_MS = 10_000
/** A toast that is shown together with the new page, or by the same action, survives. */
const GRACE_MS = 1000

/** More would hide behind the limit of toasts that are visible simultaneously. */
const MAX_UNDOABLE = 3

interface OpenToast {
  kind: 'success' | 'error' | 'warning' | 'undoable'
  message: ReactNode
  shownAt: number
}

const openToasts = new Map<string, OpenToast>()
let lastId = 0

/**
 * Shows a success message for five seconds. Earlier errors (D42) and successes are dismissed: on a
 * phone, a stack of toasts covers the page.
 */
export function toastSuccess(message: string): void {
  const limit = clock.now() - GRACE_MS
  dismiss(
    ({ kind, message: earlier, shownAt }) =>
      kind === 'error' || earlier === message || (kind === 'success' && shownAt < limit),
  )
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

/** Shows a success message with a button, which also stays on other pages. See `toastUndoable`. */
export function showUndoableToast(id: string, content: ReactNode, ms: number): void {
  dismiss(({ kind }) => kind === 'error')
  const undoable = [...openToasts].filter(([, { kind }]) => kind === 'undoable')
  for (const [oldest] of undoable.slice(0, 1 - MAX_UNDOABLE)) hideToast(oldest)
  show(id, content, 'undoable', ms)
}

export function hideToast(id: string): void {
  openToasts.delete(id)
  notifications.hide(id)
}

/** Dismisses toasts of the page or section that is being left, or that a dialog covers (D42). */
export function dismissEarlierToasts(): void {
  const limit = clock.now() - GRACE_MS
  dismiss(({ kind, shownAt }) => kind !== 'undoable' && shownAt < limit)
}

const COLORS = { success: 'green', undoable: 'green', error: 'red', warning: 'yellow' } as const
const DURATIONS_MS = {
  success: SUCCESS_MS,
  undoable: SUCCESS_MS,
  error: ERROR_MS,
  warning: ERROR_MS,
} as const

function show(
  id: string,
  message: ReactNode,
  kind: OpenToast['kind'],
  ms: number = DURATIONS_MS[kind],
): void {
  notifications.hide(id)
  openToasts.set(id, { kind, message, shownAt: clock.now() })
  notifications.show({
    id,
    message,
    color: COLORS[kind],
    role: kind === 'success' || kind === 'undoable' ? 'status' : 'alert',
    autoClose: ms,
    onClose: () => openToasts.delete(id),
  })
}

function dismiss(matches: (toast: OpenToast) => boolean): void {
  for (const [id, toast] of openToasts) {
    if (matches(toast)) hideToast(id)
  }
}

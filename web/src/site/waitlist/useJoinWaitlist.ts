import { useRef, useState } from 'react'
import { waitlistCopy } from '@/copy/waitlist'
import { readForm, textOf, WAITLIST_FIELDS, type WaitlistErrors } from './schema'

/** The server takes faster entries for spam (docs/decisions.md). */
const MIN_FILL_MS = 3_000

type Phase = { name: 'filling' } | { name: 'sending' } | { name: 'failed' } | { name: 'done'; email: string }

/** Sends the form. After autofill it delays the request until the minimum time has passed. */
export function useJoinWaitlist() {
  const [phase, setPhase] = useState<Phase>({ name: 'filling' })
  const [errors, setErrors] = useState<WaitlistErrors>({})
  const [openedAt] = useState(() => performance.now())
  const isBusy = useRef(false)

  const submit = async (form: HTMLFormElement) => {
    if (isBusy.current) return
    const data = new FormData(form)
    const result = readForm(data)
    if ('errors' in result) {
      setErrors(result.errors)
      setPhase({ name: 'filling' })
      focusFirstError(form, result.errors)
      return
    }
    isBusy.current = true
    setErrors({})
    setPhase({ name: 'sending' })
    try {
      // oxlint-disable-next-line no-restricted-imports -- loaded on demand
      const { joinWaitlist } = await import('@/api/waitlist')
      await waitForMinimumTime(openedAt)
      await joinWaitlist({
        ...result.entry,
        language: document.documentElement.lang === 'hi' ? 'hi' : 'en',
        website: textOf(data, 'website'),
        elapsedMs: Math.round(performance.now() - openedAt),
      })
      setPhase({ name: 'done', email: result.entry.email })
    } catch (error) {
      const errorsByField = serverFieldErrors(error)
      setErrors(errorsByField)
      setPhase(Object.keys(errorsByField).length > 0 ? { name: 'filling' } : { name: 'failed' })
      focusFirstError(form, errorsByField)
    } finally {
      isBusy.current = false
    }
  }

  return { phase, errors, submit }
}

function waitForMinimumTime(openedAt: number): Promise<void> {
  const remainingMs = MIN_FILL_MS - (performance.now() - openedAt)
  return new Promise((resolve) => setTimeout(resolve, Math.max(0, remainingMs)))
}

/** The server's messages for the form's fields. They are English, so Hindi pages show local ones. */
function serverFieldErrors(error: unknown): WaitlistErrors {
  const byField: unknown =
    typeof error === 'object' && error !== null && 'fieldErrors' in error && error.fieldErrors
  if (typeof byField !== 'object' || byField === null) return {}
  const localMessages: Readonly<Record<string, string>> = waitlistCopy.missing
  const isHindi = document.documentElement.lang === 'hi'
  return Object.fromEntries(
    Object.entries(byField)
      .filter(([field]) => WAITLIST_FIELDS.some((name) => name === field))
      .map(([field, message]) => [field, isHindi ? (localMessages[field] ?? waitlistCopy.failed) : message]),
  )
}

function focusFirstError(form: HTMLFormElement, errors: WaitlistErrors): void {
  const first = WAITLIST_FIELDS.find((field) => errors[field])
  if (first) form.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
}

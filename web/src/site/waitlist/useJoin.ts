import { useRef, useState } from 'react'
import { waitlistCopy } from '@/copy/waitlist'
import { FIELDS, readForm, textOf, type WaitlistErrors } from './schema'

/** Nobody fills the form in faster; the server takes faster entries for a machine's (docs/decisions.md). */
const LEAST_MS = 3_000

type Phase = { name: 'filling' } | { name: 'sending' } | { name: 'failed' } | { name: 'done'; email: string }

/** Sends the form. Whoever is quicker than a machine may be, by autofill, waits the rest of the time without noticing. */
export function useJoin() {
  const [phase, setPhase] = useState<Phase>({ name: 'filling' })
  const [errors, setErrors] = useState<WaitlistErrors>({})
  const [openedAt] = useState(() => performance.now())
  const busy = useRef(false)

  const submit = async (form: HTMLFormElement) => {
    if (busy.current) return
    const data = new FormData(form)
    const read = readForm(data)
    if ('errors' in read) {
      setErrors(read.errors)
      setPhase({ name: 'filling' })
      focusFirst(form, read.errors)
      return
    }
    busy.current = true
    setErrors({})
    setPhase({ name: 'sending' })
    try {
      // oxlint-disable-next-line no-restricted-imports -- loaded on demand
      const { joinWaitlist } = await import('@/api/waitlist')
      await enoughTime(openedAt)
      await joinWaitlist({
        ...read.entry,
        website: textOf(data, 'website'),
        elapsedMs: Math.round(performance.now() - openedAt),
      })
      setPhase({ name: 'done', email: read.entry.email })
    } catch (error) {
      const named = fieldErrors(error)
      setErrors(named)
      setPhase(Object.keys(named).length > 0 ? { name: 'filling' } : { name: 'failed' })
      focusFirst(form, named)
    } finally {
      busy.current = false
    }
  }

  return { phase, errors, submit }
}

function enoughTime(openedAt: number): Promise<void> {
  const rest = LEAST_MS - (performance.now() - openedAt)
  return new Promise((done) => setTimeout(done, Math.max(0, rest)))
}

/** The server's sentences beside fields of ours. They are English: on a page in Hindi ours stand for them. */
function fieldErrors(error: unknown): WaitlistErrors {
  const named: unknown =
    typeof error === 'object' && error !== null && 'fieldErrors' in error && error.fieldErrors
  if (typeof named !== 'object' || named === null) return {}
  const ours: Readonly<Record<string, string>> = waitlistCopy.missing
  const inHindi = document.documentElement.lang === 'hi'
  return Object.fromEntries(
    Object.entries(named)
      .filter(([field]) => FIELDS.some((known) => known === field))
      .map(([field, words]) => [field, inHindi ? (ours[field] ?? waitlistCopy.failed) : words]),
  )
}

function focusFirst(form: HTMLFormElement, errors: WaitlistErrors): void {
  const first = FIELDS.find((field) => errors[field])
  if (first) form.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
}

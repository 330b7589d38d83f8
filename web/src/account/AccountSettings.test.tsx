import { screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Account } from '@/api/account'
import { setDisplayChoices } from '@/lib/display'
import { formatTime } from '@/lib/time'
import { currentSession, setSession } from '@/session/session'
import { renderUi } from '@/test/render'
import { renderRoute } from '@/test/renderRoute'
import { server } from '@/test/server'
import { AccountSettings } from './AccountSettings'
import { CalendarFeed } from './CalendarFeed'
import { TermsDialog } from './TermsDialog'
import { anAccount } from './test/builders'

const meera = anAccount()

let sent: unknown[] = []

/** Answers each save with the account after `change`. */
function answerSaves(change: (body: Partial<Account>) => Account | Response) {
  server.use(
    http.get('*/api/account', () => HttpResponse.json(meera)),
    http.post('*/api/account', async ({ request }) => {
      const body = (await request.json()) as Partial<Account>
      sent.push(body)
      const reply = change(body)
      return reply instanceof Response ? reply : HttpResponse.json(reply)
    }),
  )
}

const problem = (errors: { field: string; message: string }[]) =>
  HttpResponse.json({ title: 'x', status: 422, code: 'invalid_fields', errors }, { status: 422 })

beforeEach(() => {
  sent = []
  setDisplayChoices()
  localStorage.clear()
  document.documentElement.lang = 'en'
  const person = { id: 'p-1', name: 'Meera', email: 'meera@example.com', role: 'student' as const }
  setSession({ status: 'signedIn', person })
})

describe('profile', () => {
  test('sends the changed fields only, and applies them to this page', async () => {
    answerSaves(() => ({ ...meera, name: 'मीरा 💃', display: { ...meera.display, clock: '24h' } }))
    const { person } = renderUi(<AccountSettings />)
    const save = await screen.findByRole('button', { name: 'Save changes' })
    expect(save).toBeDisabled()
    expect(screen.getByText('Indian rupees (₹)')).toBeVisible()
    const name = screen.getByRole('textbox', { name: /Name/ })
    await person.clear(name)
    await person.type(name, 'मीरा 💃')
    await person.click(screen.getByRole('combobox', { name: 'Time format' }))
    await person.click(screen.getByRole('option', { name: '24-hour (19:00)' }))
    await person.click(save)
    expect(await screen.findByText('Your changes are saved.')).toBeVisible()
    expect(sent).toEqual([{ name: 'मीरा 💃', clock: '24h' }])
    expect(formatTime('2026-11-23T19:00:00Z', 'UTC')).toBe('19:00')
    expect(currentSession()).toMatchObject({ person: { name: 'मीरा 💃' } })
    expect(save).toBeDisabled()
  })

  test('shows what is missing, and the errors of the server at their fields', async () => {
    answerSaves(() => problem([{ field: 'phone', message: 'Wrong' }]))
    const { person } = renderUi(<AccountSettings />)
    const name = await screen.findByRole('textbox', { name: /Name/ })
    await person.clear(name)
    await person.click(screen.getByRole('button', { name: 'Save changes' }))
    expect(await screen.findByText('Please enter your name.')).toBeVisible()
    expect(sent).toEqual([])
    await person.type(name, 'Meera K')
    const phone = screen.getByRole('textbox', { name: /Phone/ })
    await person.type(phone, '12')
    await person.click(screen.getByRole('button', { name: 'Save changes' }))
    expect(await screen.findByText('Please enter a valid phone number, or leave it empty.')).toBeVisible()
    await waitFor(() => expect(phone).toHaveFocus())
    expect(name).toHaveValue('Meera K')
  })
})

describe('the account of a guardian', () => {
  const asha = { id: 'l-1', name: 'Asha', email: 'meera@example.com', role: 'student' as const }
  const guardian = { id: 'p-1', name: 'Meera', email: 'meera@example.com', role: 'user' as const }

  beforeEach(() => {
    const learner = { _id: 'l-1', name: 'Asha', birthDate: null, age: null, teacherId: null }
    const learners = [{ ...learner, teacherName: '', currency: 'INR' }]
    setSession({ status: 'signedIn', person: asha, account: guardian, learners })
  })

  test('is changed while the page is for a child, whose name stays', async () => {
    answerSaves(() => ({ ...meera, currency: null, name: 'Meera Rao' }))
    const { person } = renderUi(<AccountSettings />)
    const name = await screen.findByRole('textbox', { name: /Name/ })
    expect(name).toHaveValue('Meera')
    expect(screen.getByRole('textbox', { name: /Phone/ })).toHaveAccessibleDescription('Optional.')
    await person.type(name, ' Rao')
    await person.click(screen.getByRole('button', { name: 'Save changes' }))
    expect(await screen.findByText('Your changes are saved.')).toBeVisible()
    expect(currentSession()).toMatchObject({ person: { name: 'Asha' }, account: { name: 'Meera Rao' } })
  })

  test('the calendar feed is that of the child', async () => {
    server.use(http.get('*/api/calendar-feed', () => HttpResponse.json({ success: true, url: null })))
    renderUi(<CalendarFeed />)
    expect(await screen.findByRole('region', { name: 'Private calendar feed for Asha' })).toHaveTextContent(
      'The classes of Asha appear in your calendar',
    )
  })
})

test.each([
  [{ birthDate: '1990-04-23' }, 'Date of birth', '23 Apr 1990'],
  [{ ageBand: '30-44' as const }, 'Age range', '30 to 44'],
])('the stated age %o is shown and cannot be changed', async (age, label, text) => {
  server.use(http.get('*/api/account', () => HttpResponse.json({ ...meera, ...age })))
  renderUi(<AccountSettings />)
  expect(await screen.findByText(label)).toBeVisible()
  expect(screen.getByText(text)).toHaveTextContent('Write to support to correct it.')
})

describe('emails', () => {
  test('shows those for the role and saves each choice immediately', async () => {
    answerSaves(() => ({ ...meera, mails: { ...meera.mails, classReminderHour: false } }))
    const { person } = renderUi(<AccountSettings />)
    const hour = await screen.findByRole('switch', { name: 'Reminder an hour before a class' })
    expect(screen.getByRole('switch', { name: 'Credits that expire soon' })).not.toBeChecked()
    expect(screen.queryByRole('switch', { name: 'New students' })).toBeNull()
    expect(screen.getByText(/We always email you about bookings/)).toBeVisible()
    await person.click(hour)
    expect(await screen.findByText('Your choice is saved.')).toBeVisible()
    expect(sent).toEqual([{ mails: { classReminderHour: false } }])
    expect(hour).not.toBeChecked()
  })

  test('returns to the stored choice if it cannot be saved', async () => {
    answerSaves(() => new Response(null, { status: 503 }))
    const { person } = renderUi(<AccountSettings />)
    const day = await screen.findByRole('switch', { name: 'Reminder a day before a class' })
    await person.click(day)
    expect(await screen.findByRole('alert')).toBeVisible()
    expect(day).toBeChecked()
  })
})

test('accepting the terms removes the question; an error keeps it', async () => {
  const session = currentSession()
  if (session?.status !== 'signedIn') throw new Error('not signed in')
  setSession({ ...session, person: { ...session.person, termsToAccept: '2027-01-01' } })
  let fails = true
  server.use(
    http.post('*/api/account/terms', async ({ request }) => {
      sent.push(await request.json())
      return fails ? new Response(null, { status: 503 }) : HttpResponse.json({ success: true })
    }),
  )
  const { person } = renderRoute(<TermsDialog version="2027-01-01" />)
  const accept = await screen.findByRole('button', { name: 'Accept and continue' })
  expect(screen.getByRole('link', { name: 'Terms & Conditions' })).toHaveAttribute('href', '/terms')
  expect(screen.getByRole('link', { name: 'My Account' })).toHaveAttribute('href', '/booking#settings')
  await person.keyboard('{Escape}')
  await person.click(accept)
  expect(await screen.findByRole('alert')).toBeVisible()
  expect(currentSession()).toMatchObject({ person: { termsToAccept: '2027-01-01' } })
  fails = false
  await person.click(accept)
  await waitFor(() => expect(currentSession()).not.toHaveProperty('person.termsToAccept'))
  expect(sent).toEqual([{ version: '2027-01-01' }, { version: '2027-01-01' }])
})

test.each([
  ['student', '/booking#dashboard', true],
  ['student', '/booking#settings', false],
  ['student', '/booking#activeclasses', false],
  ['teacher', '/teacher#dashboard', true],
  ['teacher', '/teacher#account', false],
  ['teacher', '/teacher#classes', false],
  ['user', '/verification-pending', false],
  ['user', '/onboarding?as=teacher', false],
  // Guardians accept the terms with the invitation.
  ['student', '/guardian#4d1f7a90', false],
  ['user', '/guardian#4d1f7a90', false],
] as const)('a %s at %s is asked: %s', async (role, address, isAsked) => {
  const person = { id: 'p-1', name: 'Meera', email: 'meera@example.com', role }
  setSession({ status: 'signedIn', person })
  renderRoute(
    <>
      <p>The page</p>
      <TermsDialog version="2027-01-01" />
    </>,
    address,
  )
  await screen.findByText('The page')
  expect(screen.queryAllByRole('dialog')).toHaveLength(isAsked ? 1 : 0)
})

test('terms that changed again ask for a reload', async () => {
  const problem = { code: 'invalid_fields', errors: [{ field: 'version', message: 'Changed.' }] }
  server.use(http.post('*/api/account/terms', () => HttpResponse.json(problem, { status: 422 })))
  const { person } = renderRoute(<TermsDialog version="2027-01-01" />)
  await person.click(await screen.findByRole('button', { name: 'Accept and continue' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('Please reload the page')
})

test('a language and a first day that were never chosen can be saved as they are shown', async () => {
  const display = { ...meera.display, language: 'en', weekStart: 'monday' } as const
  answerSaves(() => ({ ...meera, display }))
  server.use(
    http.get('*/api/account', () =>
      HttpResponse.json({ ...meera, display: { ...meera.display, language: null } }),
    ),
  )
  const { person } = renderUi(<AccountSettings />)
  const weekStart = await screen.findByRole('combobox', { name: 'Week starts on' })
  expect(weekStart).toHaveAttribute('placeholder', 'Monday')
  await person.click(weekStart)
  await person.click(screen.getByRole('option', { name: 'Monday' }))
  await person.click(screen.getByRole('combobox', { name: 'Language' }))
  await person.click(screen.getByRole('option', { name: 'English' }))
  await person.click(screen.getByRole('button', { name: 'Save changes' }))
  await waitFor(() => expect(sent).toEqual([{ language: 'en', weekStart: 'monday' }]))
})

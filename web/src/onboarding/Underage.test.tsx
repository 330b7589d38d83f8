import { screen, waitFor } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, test } from 'vitest'
import { setClock } from '@/lib/clock'
import { type Person, setSession } from '@/session/session'
import { config } from '@/test/config'
import { renderRoute } from '@/test/renderRoute'
import { server } from '@/test/server'
import { StudentForm } from './StudentForm'
import { enterBirthDate } from './test/enterBirthDate'

const kavya: Person = { id: 'p-1', name: 'Kavya Iyer', email: 'kavya@example.com', role: 'user' }
const requests: Record<string, unknown>[] = []
let respond = (): Response => HttpResponse.json({ success: true, role: 'student' })

beforeEach(() => {
  requests.length = 0
  sessionStorage.clear()
  setClock(() => Date.parse('2026-11-20T09:00:00Z'))
  setSession({ status: 'signedIn', person: kavya })
  respond = () => HttpResponse.json({ success: true, role: 'student' })
  server.use(
    http.get('*/api/config', () => HttpResponse.json(config)),
    http.get('*/api/teacher-by-referral', () =>
      HttpResponse.json({ code: 'invalid_invite_code' }, { status: 422 }),
    ),
    http.post('*/api/onboard-student', async ({ request }) => {
      requests.push((await request.json()) as Record<string, unknown>)
      return respond()
    }),
  )
})

const open = (person = kavya) =>
  renderRoute(<StudentForm person={person} inviteCode="TCH-PAD-2345" onBack={() => undefined} />)
const me = () => screen.findByRole('radio', { name: 'Me' })
const press = (person: UserEvent) => person.click(screen.getByRole('button', { name: 'Continue' }))
const panel = () => screen.findByRole('heading', { name: 'Ask a parent or guardian to sign up' })

describe('the question who will learn', () => {
  test('comes first and has to be answered', async () => {
    const { person } = open()
    const choice = await me()
    expect(choice).not.toBeChecked()
    expect(screen.getByRole('radio', { name: 'My child' })).not.toBeChecked()
    expect(screen.queryByRole('textbox')).toBeNull()
    await press(person)
    expect(await screen.findByText('Please choose who will learn.')).toBeVisible()
    await waitFor(() => expect(choice).toHaveFocus())
    await person.click(choice)
    expect(screen.queryByText('Please choose who will learn.')).toBeNull()
    expect(screen.getByRole('textbox', { name: /Teacher Invite Code/ })).toHaveValue('TCH-PAD-2345')
    expect(screen.queryByText('Please enter day, month and year.')).toBeNull()
  })

  test('says nothing about an age limit', async () => {
    const { person } = open()
    await person.click(await me())
    expect((await me()).closest('form')).not.toHaveTextContent(/18|under|adult/i)
  })
})

describe('the age of a student', () => {
  test('is required, as a date of birth', async () => {
    const { person } = open()
    await person.click(await me())
    await press(person)
    expect(await screen.findByText('Please enter day, month and year.')).toBeVisible()
    await waitFor(() => expect(screen.getByRole('textbox', { name: 'Day' })).toHaveFocus())
    await enterBirthDate(person, ['31', 'February', '1996'])
    await press(person)
    expect(
      await screen.findByText('This isn’t a valid date of birth. Please check day, month and year.'),
    ).toBeVisible()
    expect(requests).toHaveLength(0)
  })

  test('can be an age range', async () => {
    const { person } = open()
    await person.click(await me())
    await person.click(screen.getByRole('button', { name: 'I’d rather give an age range' }))
    await press(person)
    expect(await screen.findByText('Please choose an age range.')).toBeVisible()
    await person.click(screen.getByRole('radio', { name: '30 to 44' }))
    await press(person)
    expect(await screen.findByText('at /booking')).toBeVisible()
    expect(requests).toMatchObject([{ ageBand: '30-44' }])
    expect(requests[0]).not.toHaveProperty('birthDate')
  })

  test('of 18 today suffices', async () => {
    const { person } = open()
    await person.click(await me())
    await enterBirthDate(person, ['20', 'November', '2008'])
    await press(person)
    expect(await screen.findByText('at /booking')).toBeVisible()
  })

  test('that the server rejects is corrected in the form', async () => {
    respond = () =>
      HttpResponse.json(
        { code: 'invalid_fields', errors: [{ field: 'birthDate', message: 'Enter a date of birth.' }] },
        { status: 422 },
      )
    const { person } = open()
    await person.click(await me())
    await enterBirthDate(person, ['23', 'April', '1996'])
    await press(person)
    expect(await screen.findByText('Enter a date of birth.')).toBeVisible()
    await waitFor(() => expect(screen.getByRole('textbox', { name: 'Day' })).toHaveFocus())
  })
})

describe('someone under 18', () => {
  const date = async (person: UserEvent) => enterBirthDate(person, ['21', 'November', '2008'])
  const range = async (person: UserEvent) => {
    await person.click(screen.getByRole('button', { name: 'I’d rather give an age range' }))
    await person.click(screen.getByRole('radio', { name: 'Under 18' }))
  }

  test.each([
    ['a date of birth', date],
    ['an age range', range],
  ])('by %s is sent to a parent with the invitation link, without a request', async (_, enter) => {
    const { person } = open()
    await person.click(await me())
    await enter(person)
    await press(person)
    await waitFor(async () => expect(await panel()).toHaveFocus())
    expect(screen.getByText(/learn with the account of a parent or guardian/)).toBeVisible()
    expect(screen.getByText(`${config.publicUrl}/t/TCH-PAD-2345`)).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Continue' })).toBeNull()
    expect(screen.queryByRole('textbox')).toBeNull()
    expect(requests).toHaveLength(0)
  })

  test('copies the link for the parent', async () => {
    const { person } = open()
    await person.click(await me())
    await date(person)
    await press(person)
    await person.click(await screen.findByRole('button', { name: 'Copy link' }))
    expect(await navigator.clipboard.readText()).toBe(`${config.publicUrl}/t/TCH-PAD-2345`)
    expect(await screen.findByText('Link copied')).toBeVisible()
  })

  test('cannot give another date after going back or a reload', async () => {
    const first = open()
    await first.person.click(await me())
    await date(first.person)
    await press(first.person)
    await panel()
    await first.person.click(screen.getByRole('radio', { name: 'My child' }))
    await first.person.click(screen.getByRole('radio', { name: 'Me' }))
    expect(await panel()).toBeVisible()
    first.unmount()
    const second = open()
    expect(await me()).toBeChecked()
    expect(await panel()).toBeVisible()
    expect(screen.queryByRole('textbox')).toBeNull()
    expect(sessionStorage.getItem('tala.student-draft')).not.toContain('2008')
    second.unmount()
    // Another person, such as the parent, can join.
    open({ ...kavya, id: 'p-2' })
    expect(await me()).not.toBeChecked()
  })

  test('by the server’s calendar gets the same answer', async () => {
    respond = () => HttpResponse.json({ code: 'guardian_required' }, { status: 403 })
    const first = open()
    await first.person.click(await me())
    await enterBirthDate(first.person, ['20', 'November', '2008'])
    await press(first.person)
    expect(await panel()).toBeVisible()
    expect(requests).toHaveLength(1)
    first.unmount()
    open()
    expect(await panel()).toBeVisible()
  })

  test('who is in fact the parent can choose “My child”', async () => {
    const { person } = open()
    await person.click(await me())
    await date(person)
    await press(person)
    await panel()
    await person.click(screen.getByRole('radio', { name: 'My child' }))
    expect(screen.getByRole('textbox', { name: /The child’s name/ })).toHaveValue('')
    expect(screen.getByRole('textbox', { name: 'Year' })).toHaveValue('')
  })
})

import { screen, waitFor } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { readChosenTime } from '@/lib/chosenTime'
import { storeChosenTime } from '@/lib/chosenTimeStorage'
import { setClock } from '@/lib/clock'
import { TERMS_VERSION } from '@/lib/termsVersion'
import { type Person, setSession } from '@/session/session'
import { config } from '@/test/config'
import { renderRoute } from '@/test/renderRoute'
import { server } from '@/test/server'
import { AddChild } from './AddChild'
import { StudentForm } from './StudentForm'
import { enterBirthDate } from './test/enterBirthDate'

const leaveTo = vi.hoisted(() => vi.fn())
vi.mock('@/family/leaveTo', () => ({ leaveTo }))

const meera: Person = { id: 'p-1', name: 'Meera Rao', email: 'meera@example.com', role: 'user' }
const asha = {
  _id: 'l-1',
  name: 'Asha Rao',
  birthDate: '2016-04-23',
  age: 10,
  teacherId: 't-1',
  teacherName: 'Padma',
  currency: 'INR',
}
const ravi = { ...asha, _id: 'l-2', name: 'Ravi Rao', birthDate: '2014-01-02', currency: 'USD' }
const requests: unknown[] = []
const declaration = 'I’m 18 or older and Asha Rao’s parent or legal guardian.'

beforeEach(() => {
  requests.length = 0
  vi.clearAllMocks()
  sessionStorage.clear()
  localStorage.clear()
  setClock(() => Date.parse('2026-11-20T09:00:00Z'))
  setSession({ status: 'signedIn', person: meera })
  server.use(
    http.get('*/api/config', () => HttpResponse.json(config)),
    http.get('*/api/teacher-by-referral', () =>
      HttpResponse.json({ code: 'invalid_invite_code' }, { status: 422 }),
    ),
  )
  respondWith(() => HttpResponse.json({ success: true, learner: asha }))
})

function respondWith(...replies: (() => Response)[]) {
  server.use(
    http.post('*/api/learners', async ({ request }) => {
      requests.push(await request.json())
      return (replies.length > 1 ? replies.shift() : replies[0])?.() ?? HttpResponse.error()
    }),
  )
}

const reject = (status: number, code: string, errors: object[] = []) =>
  respondWith(() => HttpResponse.json({ code, errors, detail: `The server’s ${code}.` }, { status }))

/** Opens the form of a new account for a child, with everything filled in except the declaration. */
async function openForm(person = meera) {
  const view = renderRoute(<StudentForm person={person} inviteCode="TCH-PAD-2345" onBack={() => undefined} />)
  await view.person.click(await screen.findByRole('radio', { name: 'My child' }))
  await fill(view.person)
  return { ...view, press: () => view.person.click(screen.getByRole('button', { name: 'Continue' })) }
}

async function fill(person: UserEvent) {
  await person.type(screen.getByRole('textbox', { name: /The child’s name/ }), 'Asha Rao')
  await enterBirthDate(person, ['23', 'April', '2016'])
}

const declare = (person: UserEvent) => person.click(screen.getByRole('checkbox', { name: declaration }))

describe('a parent who signs up', () => {
  test('registers the child and gets to the student area for the child', async () => {
    const { person, press } = await openForm()
    await declare(person)
    await person.dblClick(screen.getByRole('button', { name: 'Continue' }))
    await waitFor(() => expect(leaveTo).toHaveBeenCalledExactlyOnceWith('/booking?learner=l-1'))
    expect(requests).toEqual([
      {
        name: 'Asha Rao',
        birthDate: '2016-04-23',
        referralCode: 'TCH-PAD-2345',
        location: 'India',
        isGuardian: true,
        acceptedTerms: TERMS_VERSION,
      },
    ])
    // Until the next page is there, the form cannot be sent again.
    await press()
    expect(screen.getByRole('textbox', { name: /The child’s name/ })).toBeDisabled()
    expect(requests).toHaveLength(1)
    expect(sessionStorage.getItem('tala.student-draft')).toBeNull()
  })

  test('keeps the time that was chosen before the sign-up', async () => {
    storeChosenTime({ code: 'TCH-PAD-2345', dateTime: '2026-11-25T01:30:00Z', classType: 'Private' })
    const { person, press } = await openForm()
    await declare(person)
    await press()
    await waitFor(() => expect(leaveTo).toHaveBeenCalled())
    expect(readChosenTime()).toMatchObject({ dateTime: '2026-11-25T01:30:00Z' })
  })

  test('has to declare to be the child’s guardian', async () => {
    const { person, press } = await openForm()
    await press()
    expect(await screen.findByText('Please confirm this first.')).toBeVisible()
    await waitFor(() => expect(screen.getByRole('checkbox', { name: declaration })).toHaveFocus())
    expect(requests).toHaveLength(0)
    await declare(person)
    expect(screen.queryByText('Please confirm this first.')).toBeNull()
  })

  test('has to enter the child’s name and date of birth', async () => {
    const { person, press } = await openForm()
    await person.clear(screen.getByRole('textbox', { name: /The child’s name/ }))
    await person.clear(screen.getByRole('textbox', { name: 'Year' }))
    await press()
    expect(await screen.findByText('Please enter the child’s name.')).toBeVisible()
    expect(screen.getByText('Please enter day, month and year.')).toBeVisible()
    await waitFor(() => expect(screen.getByRole('textbox', { name: /The child’s name/ })).toHaveFocus())
    expect(requests).toHaveLength(0)
  })

  test.each([
    ['birthDate', 'Anyone 18 or older needs their own account', 'Day'],
    ['name', 'You can add up to 10 learners', /The child’s name/],
    ['referralCode', 'You can’t be the teacher of your own child here', /Teacher Invite Code/],
  ])('sees the server’s error of %s at its field', async (field, message, name) => {
    reject(422, 'invalid_fields', [{ field, message }])
    const { person, press } = await openForm()
    await declare(person)
    await press()
    expect(await screen.findByText(message)).toBeVisible()
    await waitFor(() => expect(screen.getByRole('textbox', { name })).toHaveFocus())
    expect(leaveTo).not.toHaveBeenCalled()
  })

  test('sees that the invite code is invalid', async () => {
    reject(422, 'invalid_invite_code')
    const { person, press } = await openForm()
    await declare(person)
    await press()
    expect(await screen.findByText('The server’s invalid_invite_code.')).toBeVisible()
    await waitFor(() => expect(screen.getByRole('textbox', { name: /Invite Code/ })).toHaveFocus())
  })

  test.each([
    [
      'guardian_required',
      403,
      [],
      'This account belongs to someone under 18. Only an adult can add a child.',
    ],
    ['invalid_fields', 422, [{ field: 'acceptedTerms', message: 'x' }], /^Our terms have just changed/],
    ['email_not_verified', 403, [], 'The server’s email_not_verified.'],
  ])('sees %s as a message', async (code, status, errors, text) => {
    reject(status, code, errors)
    const { person, press } = await openForm()
    await declare(person)
    await press()
    expect(await screen.findByText(text)).toBeVisible()
    expect(screen.getByRole('button', { name: 'Continue' })).toBeEnabled()
  })

  test('does not register the child twice if the response was lost', async () => {
    server.use(http.get('*/api/learners', () => HttpResponse.json({ success: true, learners: [asha] })))
    respondWith(() => HttpResponse.error())
    const { person, press } = await openForm()
    await declare(person)
    await press()
    expect(await screen.findByRole('alert')).toBeVisible()
    expect(leaveTo).not.toHaveBeenCalled()
    await press()
    await waitFor(() => expect(leaveTo).toHaveBeenCalledExactlyOnceWith('/booking?learner=l-1'))
    expect(requests).toHaveLength(1)
  })

  test('whose request did not arrive registers the child at the second press', async () => {
    server.use(http.get('*/api/learners', () => HttpResponse.json({ success: true, learners: [] })))
    respondWith(
      () => HttpResponse.error(),
      () => HttpResponse.json({ success: true, learner: asha }),
    )
    const { person, press } = await openForm()
    await declare(person)
    await press()
    await screen.findByRole('alert')
    await press()
    await waitFor(() => expect(leaveTo).toHaveBeenCalled())
    expect(requests).toHaveLength(2)
  })

  test('without a name gives it too', async () => {
    const accounts: unknown[] = []
    server.use(
      http.post('*/api/account', async ({ request }) => {
        accounts.push(await request.json())
        return HttpResponse.json({ success: true })
      }),
    )
    const { person, press } = await openForm({ ...meera, name: '' })
    await declare(person)
    await press()
    expect(await screen.findByText('Please enter your name')).toBeVisible()
    await person.type(screen.getByRole('textbox', { name: /^Your name/ }), 'Meera Rao')
    await press()
    await waitFor(() => expect(leaveTo).toHaveBeenCalled())
    expect(accounts).toEqual([{ name: 'Meera Rao' }])
  })

  test('finds everything except the declaration after a change of language', async () => {
    const first = await openForm()
    await declare(first.person)
    first.unmount()
    renderRoute(<StudentForm person={meera} inviteCode="TCH-PAD-2345" onBack={() => undefined} />)
    expect(await screen.findByRole('textbox', { name: /The child’s name/ })).toHaveValue('Asha Rao')
    expect(screen.getByRole('textbox', { name: 'Year' })).toHaveValue('2016')
    expect(screen.getByRole('checkbox', { name: declaration })).not.toBeChecked()
  })
})

describe('Add a child', () => {
  const open = (learners = [ravi], account = meera) => {
    const onBack = vi.fn()
    const view = renderRoute(
      <AddChild account={account} learners={learners} inviteCode="TCH-PAD-2345" onBack={onBack} />,
    )
    return {
      ...view,
      onBack,
      press: () => view.person.click(screen.getByRole('button', { name: 'Add the child' })),
    }
  }

  test('skips the question, and needs no terms from an account that has accepted them', async () => {
    const { person, press, onBack } = open()
    expect(await screen.findByRole('heading', { level: 1, name: 'Add a child' })).toBeVisible()
    expect(screen.queryByRole('radio')).toBeNull()
    expect(screen.queryByRole('link', { name: 'Terms' })).toBeNull()
    await person.click(screen.getByRole('button', { name: 'Back' }))
    expect(onBack).toHaveBeenCalledOnce()
    await fill(person)
    await declare(person)
    await press()
    await waitFor(() => expect(leaveTo).toHaveBeenCalledExactlyOnceWith('/booking?learner=l-1'))
    expect(requests[0]).not.toHaveProperty('acceptedTerms')
    expect(requests).toMatchObject([{ location: 'United States', isGuardian: true }])
  })

  test.each([
    ['an account without role and children', { ...meera }],
    ['a teacher with new terms', { ...meera, role: 'teacher' as const, termsToAccept: TERMS_VERSION }],
  ])('asks %s for the terms', async (_, account) => {
    const { person, press } = open([], account)
    expect(await screen.findByRole('link', { name: 'Terms' })).toBeVisible()
    await fill(person)
    await declare(person)
    await press()
    await waitFor(() => expect(requests).toMatchObject([{ acceptedTerms: TERMS_VERSION }]))
  })

  test('does not take the draft of the sign-up form', async () => {
    ;(await openForm()).unmount()
    open()
    expect(await screen.findByRole('textbox', { name: /The child’s name/ })).toHaveValue('')
  })

  test('rejects a child who is in the account already', async () => {
    const { person, press } = open([asha])
    await screen.findByRole('heading', { level: 1 })
    await fill(person)
    await declare(person)
    await press()
    expect(await screen.findByText('This child is in your account already.')).toBeVisible()
    expect(requests).toHaveLength(0)
  })
})

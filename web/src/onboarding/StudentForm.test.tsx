import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { storeChosenTime } from '@/lib/chosenTimeStorage'
import { setClock } from '@/lib/clock'
import { TERMS_VERSION } from '@/lib/termsVersion'
import { currentSession, type Person, setSession } from '@/session/session'
import { config } from '@/test/config'
import { renderRoute } from '@/test/renderRoute'
import { server } from '@/test/server'
import { StudentForm } from './StudentForm'
import { enterBirthDate } from './test/enterBirthDate'

const leaveTo = vi.hoisted(() => vi.fn())
vi.mock('@/family/leaveTo', () => ({ leaveTo }))

const kavya: Person = { id: 'p-1', name: 'Kavya Iyer', email: 'kavya@example.com', role: 'user' }
const teacher = {
  _id: 't-1',
  name: 'Padma Subramaniam',
  danceStyles: ['Bharatanatyam'],
  timeZone: 'Asia/Kolkata',
}
const requests: unknown[] = []

beforeEach(() => {
  requests.length = 0
  sessionStorage.clear()
  localStorage.clear()
  setSession({ status: 'signedIn', person: kavya })
  server.use(
    http.get('*/api/config', () => HttpResponse.json(config)),
    http.get('*/api/teacher-by-referral', ({ request }) =>
      new URL(request.url).searchParams.get('code') === 'TCH-PAD-2345'
        ? HttpResponse.json({ success: true, teacher })
        : HttpResponse.json({ code: 'invalid_invite_code' }, { status: 422 }),
    ),
  )
})

const respondWith = (reply: () => Response) =>
  server.use(
    http.post('*/api/onboard-student', async ({ request }) => {
      requests.push(await request.json())
      return reply()
    }),
  )

const respondWithError = (status: number, problem: object) =>
  respondWith(() => HttpResponse.json(problem, { status }))

/** Opens the form of someone who will learn themselves and is of age. */
async function openForm(inviteCode = '', person = kavya) {
  const onBack = vi.fn()
  const view = renderRoute(<StudentForm person={person} inviteCode={inviteCode} onBack={onBack} />)
  await view.person.click(await screen.findByRole('radio', { name: 'Me' }))
  await enterBirthDate(view.person, ['23', 'April', '1996'])
  const code = await screen.findByRole('textbox', { name: /Teacher Invite Code/ })
  const press = () => view.person.click(screen.getByRole('button', { name: 'Continue' }))
  return { ...view, code, press, onBack }
}

describe('Complete Your Profile', () => {
  test('keeps what was typed when the page loads again, for the same person and link', async () => {
    const first = await openForm()
    await first.person.type(first.code, 'TCH-PAD-2345')
    first.unmount()
    const second = await openForm()
    expect(second.code).toHaveValue('TCH-PAD-2345')
    second.unmount()
    const other = await openForm('', { ...kavya, id: 'p-2' })
    expect(other.code).toHaveValue('')
    other.unmount()
    expect((await openForm('TCH-LEE-2345')).code).toHaveValue('TCH-LEE-2345')
  })

  test('asks for country and code, and shows the promotion and the fees', async () => {
    const { code, person, onBack } = await openForm()
    expect(screen.getByRole('heading', { level: 1, name: 'Complete Your Profile' })).toBeVisible()
    expect(screen.getByRole('combobox', { name: /Location/ })).toHaveValue('India')
    expect(code).toHaveAttribute('placeholder', 'TCH-ABC-1234')
    expect(screen.getByText('New-student promotion')).toBeVisible()
    const rows = within(screen.getByRole('table')).getAllByRole('row').slice(1)
    expect(rows.map((row) => row.textContent)).toEqual([
      'First 60 days0%',
      '1-2010%',
      '21-1008%',
      '101-2506.5%',
      'Over 2505%',
    ])
    await person.click(screen.getByRole('button', { name: 'Back' }))
    expect(onBack).toHaveBeenCalledOnce()
  })

  test('shows the teacher as soon as the code is complete', async () => {
    const { code, person } = await openForm()
    await person.type(code, 'tch-pad-2345')
    expect(await screen.findByText('Padma Subramaniam')).toBeVisible()
    expect(screen.getByText('Bharatanatyam · Kolkata time')).toBeVisible()
    await person.type(code, '{Backspace}6')
    expect(await screen.findByText(/We couldn’t find this code/)).toBeVisible()
  })

  test('repeats the time that was chosen on the teacher’s invite page, and on no other', async () => {
    setClock(() => Date.parse('2026-11-20T09:00:00Z'))
    storeChosenTime({ code: 'TCH-PAD-2345', dateTime: '2026-11-25T01:30:00Z', classType: 'Private' })
    const { unmount } = await openForm('TCH-PAD-2345')
    expect(await screen.findByText(/^You chose Wed, 25 Nov, .* next step\.$/)).toBeVisible()
    unmount()
    storeChosenTime({ code: 'TCH-LEE-2345', dateTime: '2026-11-25T01:30:00Z', classType: 'Private' })
    await openForm('TCH-PAD-2345')
    expect(await screen.findByText('Padma Subramaniam')).toBeVisible()
    expect(screen.queryByText(/^You chose/)).toBeNull()
  })

  test('shows the currency of the country', async () => {
    const { person } = await openForm()
    expect(screen.getByText(/Indian rupees/)).toBeVisible()
    await person.click(screen.getByRole('combobox', { name: /Location/ }))
    await person.click(await screen.findByRole('option', { name: 'United States' }))
    expect(screen.getByText(/US dollars/)).toBeVisible()
  })
})

describe('Continue', () => {
  test('sends the fields of SPEC, makes the user a student and opens /booking', async () => {
    respondWith(() => HttpResponse.json({ success: true, role: 'student' }))
    const { press: submit } = await openForm(' tch-pad-2345 ')
    await submit()
    expect(await screen.findByText('at /booking')).toBeVisible()
    expect(screen.getByText('Successfully registered as a student!')).toBeVisible()
    expect(requests).toEqual([
      {
        email: 'kavya@example.com',
        name: 'Kavya Iyer',
        referralCode: 'TCH-PAD-2345',
        location: 'India',
        birthDate: '1996-04-23',
        timeZone: 'UTC',
        acceptedTerms: TERMS_VERSION,
      },
    ])
    expect(currentSession()).toMatchObject({ person: { role: 'student' } })
  })

  test('takes the code of a pasted invitation link', async () => {
    respondWith(() => HttpResponse.json({ success: true, role: 'student' }))
    const { press, code, person } = await openForm()
    await person.click(code)
    await person.paste('Join me: https://tala.example/t/tch-pad-2345')
    await person.tab()
    expect(code).toHaveValue('TCH-PAD-2345')
    await press()
    expect(await screen.findByText('at /booking')).toBeVisible()
    expect(requests).toMatchObject([{ referralCode: 'TCH-PAD-2345' }])
  })

  test('asks for the code if it is empty, and trims it', async () => {
    const { press, code, person } = await openForm()
    await press()
    expect(await screen.findByText('Please enter your teacher’s invite code')).toBeVisible()
    await waitFor(() => expect(code).toHaveFocus())
    expect(requests).toHaveLength(0)
    await person.type(code, '  TCH-PAD-2345 ')
    await person.tab()
    expect(code).toHaveValue('TCH-PAD-2345')
  })

  test('leaves validation of the code to the server', async () => {
    respondWithError(422, {
      code: 'invalid_invite_code',
      detail: 'Invalid invite code.',
      message: 'Invalid invite code.',
    })
    const { press, code, person } = await openForm()
    await person.type(code, 'TCH-NOP-2345')
    await press()
    expect(await screen.findByText('Invalid invite code.')).toBeVisible()
    expect(code).toBeInvalid()
    await waitFor(() => expect(code).toHaveFocus())
    expect(requests).toHaveLength(1)
  })

  test('shows the server’s message, else the specification’s text', async () => {
    respondWithError(403, { code: 'email_not_verified', detail: 'Please verify your address.' })
    const { press } = await openForm('TCH-PAD-2345')
    await press()
    expect(await screen.findByRole('alert')).toHaveTextContent('Please verify your address.')
    respondWithError(409, { code: 'some_new_code' })
    await press()
    expect(await screen.findByText('Onboarding failed')).toBeVisible()
  })

  test('shows a message when no response arrives', async () => {
    respondWith(() => HttpResponse.error())
    const { press } = await openForm('TCH-PAD-2345')
    await press()
    expect(await screen.findByText('An unexpected error occurred')).toBeVisible()
  })

  test('asks for a name only if the provider has none, and then requires it', async () => {
    respondWith(() => HttpResponse.json({ success: true, role: 'student' }))
    const { press, person } = await openForm('TCH-PAD-2345', { ...kavya, name: '' })
    await press()
    expect(await screen.findByText('Please enter your name')).toBeVisible()
    expect(requests).toHaveLength(0)
    await person.type(screen.getByRole('textbox', { name: /^Name/ }), 'Kavya')
    await press()
    expect(await screen.findByText('at /booking')).toBeVisible()
    expect(requests).toMatchObject([{ name: 'Kavya' }])
  })

  test('opens the own student area of a guardian, whose page may be for a child', async () => {
    respondWith(() => HttpResponse.json({ success: true, role: 'student' }))
    const asha = {
      _id: 'l-1',
      name: 'Asha',
      birthDate: '2016-04-23',
      age: 10,
      teacherId: 't-1',
      teacherName: '',
      currency: 'INR',
    }
    setSession({
      status: 'signedIn',
      person: { ...kavya, id: 'l-1', name: 'Asha', role: 'student' },
      account: kavya,
      learners: [asha],
    })
    const { press } = await openForm('TCH-PAD-2345')
    await press()
    await waitFor(() => expect(leaveTo).toHaveBeenCalledExactlyOnceWith('/booking?learner=p-1'))
    expect(requests).toMatchObject([{ name: 'Kavya Iyer' }])
  })
})

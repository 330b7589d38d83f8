import { screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { anAccount } from '@/account/test/builders'
import { ApiError } from '@/api/error'
import { setDisplayChoices } from '@/lib/display'
import { readRequestedPage } from '@/lib/requestedPage'
import { TERMS_VERSION } from '@/lib/termsVersion'
import { type Person, setSession } from '@/session/session'
import { config } from '@/test/config'
import { renderRoute } from '@/test/renderRoute'
import { server } from '@/test/server'
import { GuardianPage } from './GuardianPage'

const signIn = vi.hoisted(() => vi.fn(async () => undefined))
const signOut = vi.hoisted(() => vi.fn(async () => undefined))
const leaveTo = vi.hoisted(() => vi.fn())
vi.mock('@/session/signIn', () => ({ signIn }))
vi.mock('@/session/signOut', () => ({ signOut }))
vi.mock('@/family/leaveTo', () => ({ leaveTo }))

const arun: Person = { id: 'p-2', name: 'Arun Rao', email: 'arun@example.com', role: 'user' }
const invitation = {
  success: true,
  learnerName: 'Asha Rao',
  invitedBy: 'Meera Rao',
  expiresAt: '2026-12-04T09:00:00Z',
}
const learner = {
  _id: 'l-1',
  name: 'Asha Rao',
  birthDate: '2016-04-23',
  age: 10,
  teacherId: 't-1',
  teacherName: 'Padma',
  currency: 'INR',
}
const problem = (status: number, code: string, errors: object[] = []) =>
  HttpResponse.json({ code, status, errors, detail: `The server’s ${code}.` }, { status })

let requests: unknown[] = []

beforeEach(() => {
  requests = []
  vi.clearAllMocks()
  setDisplayChoices({ zone: 'Asia/Kolkata', is24Hours: false, weekStart: null })
  setSession({ status: 'signedIn', person: arun })
  server.use(
    http.get('*/api/config', () => HttpResponse.json(config)),
    http.get('*/api/account', () => HttpResponse.json(anAccount({ terms: [] }))),
    http.post('*/api/guardian-invitations/preview', async ({ request }) => {
      requests.push(await request.json())
      return HttpResponse.json(invitation)
    }),
  )
})

function answerAcceptance(...replies: (() => Response)[]) {
  const bodies: unknown[] = []
  server.use(
    http.post('*/api/guardian-invitations/accept', async ({ request }) => {
      bodies.push(await request.json())
      return (replies[bodies.length - 1] ?? replies.at(-1))?.() ?? problem(500, 'internal')
    }),
  )
  return bodies
}

const accepted = () => HttpResponse.json({ success: true, learner })
const open = (hash = '#4d1f7a90') => renderRoute(<GuardianPage />, `/guardian${hash}`)
const button = () => screen.findByRole('button', { name: 'Accept' })
const declaration = () =>
  screen.getByRole('checkbox', { name: 'I’m 18 or older and Asha Rao’s parent or legal guardian.' })

describe('the invitation', () => {
  test('names sender, child and account; accepting opens the student area for the child', async () => {
    const bodies = answerAcceptance(accepted)
    const { person } = open()
    expect(
      await screen.findByRole('heading', { level: 1, name: 'Become a guardian for Asha Rao' }),
    ).toBeVisible()
    expect(screen.getByText(/^Meera Rao invites you to be a parent or guardian for Asha Rao/)).toBeVisible()
    expect(screen.getByText(/You’re signed in as arun@example.com\..* until Fri, 4 Dec 2026\./)).toBeVisible()
    expect(requests).toEqual([{ token: '4d1f7a90' }])
    await person.click(await button())
    expect(screen.getByText('Please confirm this first.')).toBeVisible()
    await waitFor(() => expect(declaration()).toHaveFocus())
    expect(bodies).toEqual([])
    await person.click(declaration())
    expect(screen.queryByText('Please confirm this first.')).toBeNull()
    await person.dblClick(await button())
    await waitFor(() => expect(leaveTo).toHaveBeenCalledExactlyOnceWith('/booking?learner=l-1'))
    expect(bodies).toEqual([{ token: '4d1f7a90', isGuardian: true, acceptedTerms: TERMS_VERSION }])
    expect(await button()).toBeDisabled()
  })

  test('of a student with an account of their own says so', async () => {
    server.use(
      http.post('*/api/guardian-invitations/preview', () =>
        HttpResponse.json({ ...invitation, invitedBy: 'Asha Rao' }),
      ),
    )
    open()
    expect(await screen.findByText(/^Asha Rao takes live dance classes and asks you/)).toBeVisible()
  })

  test('asks for the terms only if the account has not accepted them', async () => {
    const terms = [{ version: TERMS_VERSION, acceptedAt: '2026-11-25T09:00:00Z' }]
    server.use(http.get('*/api/account', () => HttpResponse.json(anAccount({ terms }))))
    const bodies = answerAcceptance(accepted)
    const first = open()
    await button()
    expect(screen.queryByRole('link', { name: 'Terms' })).toBeNull()
    await first.person.click(declaration())
    await first.person.click(await button())
    await waitFor(() => expect(leaveTo).toHaveBeenCalled())
    expect(bodies).toEqual([{ token: '4d1f7a90', isGuardian: true }])
    first.unmount()
    setSession({ status: 'signedIn', person: { ...arun, termsToAccept: TERMS_VERSION } })
    open()
    await button()
    expect(screen.getByRole('link', { name: 'Terms' })).toHaveAttribute('href', '/terms')
  })

  test('whose first acceptance got no reply opens the child at the second press', async () => {
    answerAcceptance(
      () => HttpResponse.error(),
      () => problem(404, 'guardian_invitation_invalid'),
    )
    server.use(http.get('*/api/learners', () => HttpResponse.json({ success: true, learners: [learner] })))
    const { person } = open()
    await button()
    await person.click(declaration())
    await person.click(await button())
    expect(await screen.findByRole('alert')).toHaveTextContent('We can’t reach the server.')
    expect(leaveTo).not.toHaveBeenCalled()
    await person.click(await button())
    await waitFor(() => expect(leaveTo).toHaveBeenCalledExactlyOnceWith('/booking?learner=l-1'))
  })

  test.each([
    ['guardian_required', 403, /It belongs to someone under 18/],
    ['guardian_invitation_invalid', 404, /It has expired, was withdrawn or was already used/],
    ['guardians_complete', 409, /The server’s guardians_complete/],
  ])('that fails with %s says why', async (code, status, text) => {
    answerAcceptance(() => problem(status, code))
    const { person } = open()
    await button()
    await person.click(declaration())
    await person.click(await button())
    expect(await screen.findByRole('alert')).toHaveTextContent(text)
    expect(leaveTo).not.toHaveBeenCalled()
  })

  test.each([
    ['token', 'You can add up to 10 learners', 'You can add up to 10 learners'],
    ['acceptedTerms', 'x', 'Our terms have just changed. Please reload the page to read them.'],
  ])('rejected because of %s says why', async (field, message, text) => {
    answerAcceptance(() => problem(422, 'invalid_fields', [{ field, message }]))
    const { person } = open()
    await button()
    await person.click(declaration())
    await person.click(await button())
    expect(await screen.findByRole('alert')).toHaveTextContent(text)
  })
})

describe('an invitation that cannot be accepted', () => {
  const answerPreview = (reply: () => Response) =>
    server.use(http.post('*/api/guardian-invitations/preview', reply))

  test.each(['', '#4d1f7a90'])('because it is invalid (address %s) says so', async (hash) => {
    answerPreview(() => problem(404, 'guardian_invitation_invalid'))
    open(hash)
    expect(
      await screen.findByRole('heading', { level: 1, name: 'This invitation can’t be used' }),
    ).toBeVisible()
    expect(screen.getByRole('link', { name: 'Go to your start page' })).toHaveAttribute('href', '/booking')
  })

  test('because it was sent to another address names this account and offers to log out', async () => {
    answerPreview(() => problem(403, 'forbidden_subject'))
    const { person } = open()
    expect(await screen.findByText('You’re signed in as arun@example.com.')).toBeVisible()
    await person.click(screen.getByRole('button', { name: 'Log out' }))
    await waitFor(() => expect(signOut).toHaveBeenCalledOnce())
    expect(readRequestedPage()).toBe('/guardian#4d1f7a90')
  })

  test('because loading failed can be loaded again', async () => {
    server.use(
      http.post('*/api/guardian-invitations/preview', () => problem(503, 'unavailable'), { once: true }),
    )
    const { person } = open()
    await person.click(await screen.findByRole('button', { name: 'Try again' }))
    expect(await button()).toBeVisible()
  })
})

describe('a visitor', () => {
  test.each([
    ['Sign in', 'login'],
    ['Create an account', 'student'],
  ])('can press “%s” and returns to the invitation', async (name, intent) => {
    setSession({ status: 'signedOut' })
    const { person } = open()
    expect(
      await screen.findByRole('heading', { level: 1, name: 'You’ve been invited as a parent or guardian' }),
    ).toBeVisible()
    expect(requests).toEqual([])
    await person.click(screen.getByRole('button', { name }))
    await waitFor(() =>
      expect(signIn).toHaveBeenCalledExactlyOnceWith({ intent, returnTo: '/guardian#4d1f7a90' }),
    )
    expect(readRequestedPage()).toBe('/guardian#4d1f7a90')
    expect(screen.getByRole('button', { name: 'Sign in' })).toBeDisabled()
  })

  test('learns that signing in is not available', async () => {
    setSession({ status: 'signedOut' })
    signIn.mockRejectedValueOnce(new Error('no provider'))
    const { person } = open()
    await person.click(await screen.findByRole('button', { name: 'Sign in' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('Sign-in is not available at the moment.')
    expect(screen.getByRole('button', { name: 'Sign in' })).toBeEnabled()
  })
})

test('an account that could not be opened continues at onboarding, which explains it', async () => {
  const error = new ApiError(403, 'link_code_required', { detail: 'Enter the code.' })
  setSession({ status: 'failed', error, name: null, email: 'arun@example.com' })
  open()
  expect(await screen.findByText('Enter the code.')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Continue' })).toHaveAttribute('href', '/onboarding')
})

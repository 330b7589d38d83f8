import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { AdminSession } from '@/api/adminAccount'
import type { AdminJob, LedgerCheck } from '@/api/adminSystem'
import type { AdminWaiting } from '@/api/adminWaitlist'
import { server } from '@/test/server'
import { anOverview } from './test/builders'
import { aPerson, aTeacherPart, somePersonDetails } from './test/peopleBuilders'
import { adminErrorResponse, recordPosts, renderAdmin, respondToGet } from './test/renderAdmin'

/** Two submits before the first one is answered. */
function submitTwice(element: HTMLElement): void {
  fireEvent.click(element)
  fireEvent.click(element)
}

afterEach(() => void vi.useRealTimers())

const pageOf = (...items: object[]) => ({ items, next: null })
const button = (name: string) => screen.getByRole('button', { name })
const dialogOf = (name: string) => within(screen.getByRole('dialog', { name }))

const deadJob: AdminJob = {
  _id: 'work-1',
  topic: 'payout_paid',
  subject: 'payout-1',
  state: 'dead',
  attempts: 12,
  error: '554: no such mailbox',
  createdAt: '2026-11-20T09:00:00Z',
  runAt: '2026-11-20T21:00:00Z',
  finishedAt: '2026-11-20T21:00:00Z',
}

describe('outbox', () => {
  test('dead jobs can be retried; an error is shown if that was done elsewhere', async () => {
    let given: AdminJob[] = [deadJob]
    respondToGet('*/api/admin/outbox', () => pageOf(...given))
    recordPosts('*/api/admin/outbox/work-1/retry', () => {
      given = []
      return adminErrorResponse(409, 'already_processed', {
        detail: 'This work is ready already.',
        state: 'ready',
      })
    })
    const { person } = renderAdmin('/admin#outbox')
    expect(await screen.findByText('554: no such mailbox')).toBeVisible()
    await person.click(button('Try again: Email to a teacher: payout sent'))
    const dialog = dialogOf('Try again?')
    await person.click(dialog.getByRole('button', { name: 'Try again' }))
    expect(await dialog.findByText('This work is ready already.')).toBeVisible()
    await person.click(dialog.getByRole('button', { name: 'Cancel' }))
    expect(await screen.findByText('No failed items')).toBeVisible()
  })

  test('queued jobs have no actions', async () => {
    respondToGet('*/api/admin/outbox', (url) =>
      url.searchParams.get('state') === 'due'
        ? pageOf({ ...deadJob, state: 'ready', error: null })
        : pageOf(),
    )
    const { person } = renderAdmin('/admin#outbox')
    expect(await screen.findByText('No failed items')).toBeVisible()
    await person.click(screen.getByRole('radio', { name: 'Waiting' }))
    expect(await screen.findByText('Not tried yet')).toBeVisible()
    expect(screen.queryByRole('button', { name: /^Try again/ })).toBeNull()
  })
})

describe('ledger check', () => {
  const matchingCheck: LedgerCheck = {
    running: false,
    checkedAt: '2026-11-20T21:30:00Z',
    findings: 0,
    notCompared: null,
    differences: [],
  }

  test('can be started on demand', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setInterval', 'setTimeout'] })
    let check: LedgerCheck = { ...matchingCheck, checkedAt: null }
    respondToGet('*/api/admin/ledger-check', () => check)
    const requests = recordPosts('*/api/admin/ledger-check', () => {
      check = { ...matchingCheck, checkedAt: null, running: true }
      return check
    })
    renderAdmin('/admin#books')
    expect(await screen.findByText('No ledger check yet')).toBeVisible()
    submitTwice(button('Check now'))
    expect(await screen.findByText(/^Check running/)).toBeVisible()
    expect(screen.queryByRole('alert')).toBeNull()
    check = {
      ...matchingCheck,
      findings: 201,
      notCompared: 'the provider does not answer',
      differences: [{ rule: 'payouts_payable', meaning: 'we owe', commodity: 'INR', stored: 100, ledger: 0 }],
    }
    await vi.advanceTimersByTimeAsync(3000)
    expect(await screen.findByText('201 differences')).toBeVisible()
    expect(screen.queryByText(/^Check running/)).toBeNull()
    expect(screen.getByText(/Not compared with the payment provider: the provider does/)).toBeVisible()
    expect(screen.getByText('Showing the first 1 of 201.')).toBeVisible()
    expect(screen.getByText('Overall')).toBeVisible()
    expect(requests).toHaveLength(1)
  })

  test('shows an error when it ends without a result, and keeps the last result', async () => {
    let check: LedgerCheck = matchingCheck
    respondToGet('*/api/admin/ledger-check', () => check)
    recordPosts('*/api/admin/ledger-check', () => {
      check = matchingCheck
      return { ...matchingCheck, running: true }
    })
    const { person } = renderAdmin('/admin#books')
    expect(await screen.findByText('Balanced')).toBeVisible()
    await person.click(button('Check now'))
    expect(await screen.findByText('We couldn’t run the ledger check. Please try again.')).toBeVisible()
    expect(screen.getByText('Balanced')).toBeVisible()
  })

  test('without a comparison with the provider does not count as in order on the first page', async () => {
    const ledger = { checkedAt: '2026-11-20T21:30:00Z', findings: 0, compared: false }
    respondToGet('*/api/admin/pending-teachers', () => ({
      success: true,
      teachers: [],
      more: false,
      approved: 0,
      foundingLeft: 100,
    }))
    renderAdmin('/admin')
    respondToGet('*/api/admin/overview', () => anOverview({ ledger }))
    expect(await screen.findByText('Not compared with the provider')).toBeVisible()
    expect(screen.queryByText('Balanced')).toBeNull()
  })

  test('keeps the last result when a new check cannot be started', async () => {
    respondToGet('*/api/admin/ledger-check', () => matchingCheck)
    recordPosts('*/api/admin/ledger-check', () => adminErrorResponse(500, 'internal'))
    const { person } = renderAdmin('/admin#books')
    expect(await screen.findByText('Balanced')).toBeVisible()
    await person.click(button('Check now'))
    expect(await screen.findByRole('alert')).toBeVisible()
    expect(screen.getByText('Balanced')).toBeVisible()
  })
})

describe('own account', () => {
  const currentSession: AdminSession = {
    _id: 'session-1',
    createdAt: '2026-11-21T08:00:00Z',
    seenAt: '2026-11-21T09:00:00Z',
    userAgent: 'Mozilla/5.0 (X11; Linux) Chrome/156.0',
    current: true,
  }
  const otherSession = {
    ...currentSession,
    _id: 'session-2',
    userAgent: 'Mozilla/5.0 (iPhone) Safari/604.1',
    current: false,
  }

  test('signs out another browser, but not this one', async () => {
    let items = [currentSession, otherSession]
    respondToGet('*/api/admin/sessions', () => ({ items }))
    const ended: string[] = []
    server.use(
      http.delete('*/api/admin/sessions/:id', ({ params }) => {
        ended.push(String(params.id))
        items = [currentSession]
        return HttpResponse.json({ success: true })
      }),
    )
    const { person } = renderAdmin('/admin#account')
    await person.click(await screen.findByRole('button', { name: 'Sign out Safari on iPhone' }))
    expect(screen.queryByRole('button', { name: 'Sign out Chrome on Linux' })).toBeNull()
    const dialog = dialogOf('Sign out Safari on iPhone?')
    submitTwice(dialog.getByRole('button', { name: 'Sign out' }))
    expect(await screen.findByText('Browser signed out')).toBeVisible()
    await waitFor(() => expect(screen.queryByText('Safari on iPhone')).toBeNull())
    expect(ended).toEqual(['session-2'])
  })

  test('shows sessions that were started in another tab', async () => {
    let items = [currentSession, otherSession]
    respondToGet('*/api/admin/sessions', () => ({ items }))
    recordPosts('*/api/admin/logout-everywhere', () => {
      items = [
        { ...currentSession, _id: 'session-9', userAgent: 'Mozilla/5.0 (Macintosh; Mac OS X) Firefox/140.0' },
      ]
      return adminErrorResponse(403, 'csrf')
    })
    const { person } = renderAdmin('/admin#account')
    await person.click(await screen.findByRole('button', { name: 'Sign out everywhere' }))
    await person.click(dialogOf('Sign out everywhere?').getByRole('button', { name: 'Sign out everywhere' }))
    expect(await screen.findByText('Firefox on macOS')).toBeInTheDocument()
    expect(screen.queryByText('Safari on iPhone')).toBeNull()
  })

  test('signs out all browsers and opens the sign-in page without an error', async () => {
    respondToGet('*/api/admin/sessions', () => ({ items: [currentSession, otherSession] }))
    const requests = recordPosts('*/api/admin/logout-everywhere', () => ({ success: true }))
    const { person } = renderAdmin('/admin#account')
    await person.click(await screen.findByRole('button', { name: 'Sign out everywhere' }))
    const dialog = dialogOf('Sign out everywhere?')
    await person.click(dialog.getByRole('button', { name: 'Sign out everywhere' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Admin Login' })).toBeVisible()
    expect(requests).toHaveLength(1)
    expect(screen.queryByText(/Your session has ended/)).toBeNull()
  })

  test('changes the password; errors are shown at their fields, and a lockout as a message', async () => {
    respondToGet('*/api/admin/sessions', () => ({ items: [currentSession] }))
    const locked = 'Too many wrong sign-ins. Please wait and try again.'
    const requests = recordPosts('*/api/admin/password', (count) => {
      if (count === 1)
        return adminErrorResponse(422, 'invalid_fields', {
          errors: [{ field: 'current', message: 'This is not your password' }],
        })
      return count === 2
        ? adminErrorResponse(429, 'too_many_requests', { detail: locked })
        : { success: true }
    })
    const { person } = renderAdmin('/admin#account')
    await person.type(await screen.findByLabelText('Current password'), 'old secret')
    await person.type(screen.getByLabelText('New password'), 'a longer secret')
    await person.type(screen.getByLabelText('New password again'), 'a longer secret')
    await person.click(button('Change password'))
    expect(await screen.findByText('This is not your password')).toBeVisible()
    await person.click(button('Change password'))
    expect(await screen.findByText(locked)).toBeVisible()
    await person.click(button('Change password'))
    expect(await screen.findByText(/^Password changed/)).toBeVisible()
    expect(screen.getByLabelText('New password')).toHaveValue('')
    expect(requests[2]?.body).toEqual({ current: 'old secret', next: 'a longer secret' })
  })
})

describe('waitlist', () => {
  const ashaEntry: AdminWaiting = {
    _id: 'entry-1',
    name: 'Asha Rao',
    email: 'asha@example.com',
    role: 'Student',
    location: 'Pune',
    country: 'India',
    danceStyle: 'Kathak',
    createdAt: '2026-11-20T09:00:00Z',
    invitedAt: null,
    invitedBy: null,
  }

  test('lists people who were not invited, with a search', async () => {
    const requestedUrls: string[] = []
    respondToGet('*/api/admin/waitlist', (url) => {
      requestedUrls.push(`${url.searchParams.get('invited')} ${url.searchParams.get('q') ?? ''}`.trim())
      return url.searchParams.get('q') ? pageOf() : pageOf(ashaEntry)
    })
    const { person } = renderAdmin('/admin#waitlist')
    expect(await screen.findByText('Pune, India')).toBeVisible()
    await person.type(screen.getByRole('searchbox', { name: 'Name or email' }), 'nobody')
    expect(await screen.findByText('No entries')).toBeVisible()
    expect(requestedUrls).toEqual(['false', 'false nobody'])
  })

  test('asks again before a second invitation after another administrator has sent one', async () => {
    respondToGet('*/api/admin/waitlist', () => pageOf(ashaEntry))
    const padma = aPerson({ _id: 't-1', name: 'Padma', email: null, role: 'teacher', status: 'approved' })
    respondToGet('*/api/admin/people', () => pageOf(padma))
    respondToGet('*/api/admin/people/t-1', () =>
      somePersonDetails({ person: padma, teacher: aTeacherPart({ inviteCode: 'TCH-PAD-2345' }) }),
    )
    const requests = recordPosts('*/api/admin/waitlist/entry-1/invite', (count) =>
      count === 1
        ? adminErrorResponse(409, 'already_processed', { detail: 'Asha Rao is invited already.' })
        : ashaEntry,
    )
    const { person } = renderAdmin('/admin#waitlist')
    await person.click(await screen.findByRole('button', { name: 'Invite Asha Rao' }))
    const dialog = dialogOf('Invite Asha Rao?')
    const teacher = dialog.getByRole('combobox', { name: 'Teacher' })
    expect(teacher).toHaveAccessibleDescription(/^Students can’t join without a code\./)
    await person.click(teacher)
    await person.click(await screen.findByRole('option', { name: 'Padma' }))
    await person.type(dialog.getByRole('textbox', { name: /^Personal note/ }), 'Come soon')
    await person.click(dialog.getByRole('button', { name: 'Send invitation' }))
    expect(await dialog.findByText('Asha Rao is invited already.')).toBeVisible()
    await person.click(dialog.getByRole('button', { name: 'Send again' }))
    expect(await screen.findByText('Invitation sent to Asha Rao')).toBeVisible()
    expect(requests.map(({ body }) => body)).toEqual([
      { code: 'TCH-PAD-2345', note: 'Come soon' },
      { code: 'TCH-PAD-2345', note: 'Come soon', again: true },
    ])
  })
})

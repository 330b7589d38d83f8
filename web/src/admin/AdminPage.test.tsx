import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import type { PendingTeacher } from '@/api/adminTypes'
import { signInAdmin } from '@/session/admin'
import { aLine, aMessage, aPending, aSession } from './test/builders'
import { adminErrorResponse, recordPosts, renderAdmin, respondToGet } from './test/renderAdmin'

const DASHBOARD = 'Teacher Approval Dashboard'
const decisionReply = {
  success: true,
  message: '',
  status: 'approved',
  inviteCode: null,
  foundingTeacher: true,
  decisionId: 'decision-1',
  undoSeconds: 30,
}

beforeEach(async () => {
  recordPosts('*/api/admin/login', () => ({ success: true, ...aSession() }))
  await signInAdmin({ username: 'rukmini', password: 'a long secret' })
})

function respondWithPending(teachers: () => PendingTeacher[], more = false) {
  respondToGet('*/api/admin/pending-teachers', () => ({
    success: true,
    teachers: teachers(),
    more,
    approved: 3,
    foundingLeft: 97,
  }))
}

const row = (name: string) =>
  screen.getAllByRole('row').find((row) => within(row).queryByText(name)) as HTMLElement

describe('applications', () => {
  test('are listed in the table of the specification, below the figures', async () => {
    respondWithPending(() => [aPending()])
    renderAdmin('/admin')
    expect(await screen.findByRole('heading', { name: DASHBOARD })).toBeVisible()
    const table = await screen.findByRole('table', { name: 'Pending teachers' })
    const columns = within(table)
      .getAllByRole('columnheader')
      .map(({ textContent }) => textContent)
    expect(columns).toEqual(['Details', 'Name', 'Email', 'Dance Styles', 'Experience', 'Actions'])
    for (const words of [
      'Nila Raman',
      'nila@example.com',
      'Bharatanatyam',
      'Kuchipudi',
      'Ten years in Chennai',
    ])
      expect(within(table).getByText(words)).toBeVisible()
    expect(await screen.findByText('₹45,000 + $210.50')).toBeVisible()
  })

  test('are paged by ten', async () => {
    respondWithPending(() =>
      Array.from({ length: 11 }, (_, at) => aPending({ _id: `t-${at}`, name: `Teacher ${at}` })),
    )
    const { person } = renderAdmin('/admin')
    expect(await screen.findByText('Teacher 9')).toBeVisible()
    expect(screen.queryByText('Teacher 10')).toBeNull()
    await person.click(screen.getByRole('button', { name: 'Next page' }))
    expect(screen.getByText('Teacher 10')).toBeVisible()
  })

  test('that exceed the limit of the list show a notice', async () => {
    respondWithPending(() => [aPending(), aPending({ _id: 'teacher-2', name: 'Ravi' })], true)
    renderAdmin('/admin')
    expect(await screen.findByText(/^Showing the 2 oldest applications/)).toBeVisible()
  })

  test('that are incomplete show a warning and cannot be approved', async () => {
    const requests = recordPosts('*/api/admin/approve-teacher/*', () => decisionReply)
    const incomplete = aPending({
      bio: '',
      paymentSettings: { inrRate: null, usdRate: 24.99 },
      missing: ['bio', 'inrRate'],
    })
    respondWithPending(() => [incomplete])
    const { person } = renderAdmin('/admin')
    const approve = await screen.findByRole('button', { name: 'Approve Nila Raman' })
    expect(approve).toHaveAttribute('aria-disabled', 'true')
    await person.hover(approve)
    expect(await screen.findByRole('tooltip')).toHaveTextContent('Cannot approve incomplete profile')
    await person.click(approve)
    expect(requests).toEqual([])

    await person.click(screen.getByRole('button', { name: 'Details of Nila Raman' }))
    expect(await screen.findByText('This profile is incomplete.')).toBeVisible()
    expect(screen.getByText('Missing: bio, INR rate.')).toBeVisible()
    // Two videos, the bio, Instagram and the rate in rupees are missing.
    expect(screen.getAllByText('Not provided')).toHaveLength(5)
    expect(screen.getByText('$24.99')).toBeVisible()
    expect(screen.getByText('Kalakshetra')).toBeVisible()
    expect(screen.getByRole('link', { name: 'https://meet.google.com/abc-defg-hij' })).toBeVisible()
    await person.click(screen.getByText('Raw data'))
    expect(screen.getByText(/"guru": "Padma Subramaniam"/)).toBeVisible()
  })

  test('leave the list when approved; the request carries the CSRF token', async () => {
    let teachers = [aPending()]
    respondWithPending(() => teachers)
    const requests = recordPosts('*/api/admin/approve-teacher/*', () => {
      teachers = []
      return decisionReply
    })
    const { person } = renderAdmin('/admin')
    await person.click(await screen.findByRole('button', { name: 'Approve Nila Raman' }))
    expect(await screen.findByText('Teacher approved successfully')).toBeVisible()
    expect(await screen.findByText('No pending applications')).toBeVisible()
    expect(requests).toEqual([
      { path: '/api/admin/approve-teacher/teacher-1', body: { version: 3 }, csrf: 'csrf-1' },
    ])
  })

  test('are rejected with a reason', async () => {
    let teachers = [aPending()]
    respondWithPending(() => teachers)
    const requests = recordPosts('*/api/admin/reject-teacher/*', () => {
      teachers = []
      return { ...decisionReply, status: 'rejected' }
    })
    const { person } = renderAdmin('/admin')
    await person.click(await screen.findByRole('button', { name: 'Reject Nila Raman' }))
    const dialog = await screen.findByRole('dialog', { name: 'Reject Nila Raman?' })
    await person.type(within(dialog).getByRole('textbox', { name: 'Reason' }), ' No video. ')
    await person.click(within(dialog).getByRole('button', { name: 'Reject' }))
    expect(await screen.findByText('Teacher rejected')).toBeVisible()
    await waitFor(() => expect(screen.queryByText('nila@example.com')).toBeNull())
    expect(requests.map(({ body }) => body)).toEqual([{ version: 3, reason: 'No video.' }])
  })

  test('are not rejected by closing the dialog', async () => {
    const requests = recordPosts('*/api/admin/reject-teacher/*', () => decisionReply)
    respondWithPending(() => [aPending()])
    const { person } = renderAdmin('/admin')
    await person.click(await screen.findByRole('button', { name: 'Reject Nila Raman' }))
    await person.click(await screen.findByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(requests).toEqual([])
    expect(row('Nila Raman')).toBeVisible()
  })

  test('show why a decision failed', async () => {
    respondWithPending(() => [aPending()])
    recordPosts('*/api/admin/approve-teacher/*', () => adminErrorResponse(500, 'internal'))
    const detail = 'This application is approved already.'
    recordPosts('*/api/admin/reject-teacher/*', () =>
      adminErrorResponse(409, 'already_processed', { detail }),
    )
    const { person } = renderAdmin('/admin')
    await person.click(await screen.findByRole('button', { name: 'Approve Nila Raman' }))
    expect(await screen.findByText('Failed to approve teacher')).toBeVisible()
    await person.click(await screen.findByRole('button', { name: 'Reject Nila Raman' }))
    const dialog = await screen.findByRole('dialog', { name: 'Reject Nila Raman?' })
    await person.click(within(dialog).getByRole('button', { name: 'Reject' }))
    expect(await screen.findByText(`Failed to reject teacher. ${detail}`)).toBeVisible()
  })

  test.each(['approve', 'reject'])('that were changed since are shown before %s', async (verb) => {
    const previousRejection = { at: '2026-11-20T10:00:00Z', reason: '' }
    let teacher = aPending()
    respondWithPending(() => [teacher])
    const detail = 'This application was sent again since you looked at it.'
    const requests = recordPosts(`*/api/admin/${verb}-teacher/*`, () => {
      if (requests.length > 1) return decisionReply
      teacher = aPending({ version: 5, previousRejection, changed: ['bio'] })
      return adminErrorResponse(409, 'version_conflict', { detail })
    })
    const { person } = renderAdmin('/admin')
    const label = verb === 'approve' ? 'Approve' : 'Reject'
    const decide = async () => {
      await person.click(await screen.findByRole('button', { name: `${label} Nila Raman` }))
      if (verb === 'approve') return
      const dialog = await screen.findByRole('dialog', { name: 'Reject Nila Raman?' })
      await person.click(within(dialog).getByRole('button', { name: 'Reject' }))
    }
    await decide()
    expect(await screen.findByText(`Failed to ${verb} teacher. ${detail}`)).toBeVisible()
    expect(await screen.findByText('Changed since then: bio.')).toBeVisible()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await decide()
    await waitFor(() => expect(requests.map(({ body }) => body)).toEqual([{ version: 3 }, { version: 5 }]))
  })

  test('show an error with a retry button', async () => {
    respondToGet('*/api/admin/pending-teachers', () => adminErrorResponse(500, 'internal'))
    const { person } = renderAdmin('/admin')
    expect(await screen.findByText('Failed to load pending teacher approvals')).toBeVisible()
    respondWithPending(() => [aPending()])
    await person.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('nila@example.com')).toBeVisible()
  })

  test('show an earlier rejection, and are cards on a narrow screen', async () => {
    const previousRejection = { at: '2026-11-01T09:00:00Z', reason: 'The bio is too short' }
    respondWithPending(() => [aPending({ previousRejection, changed: ['bio', 'keyHighlights'] })])
    const { person } = renderAdmin('/admin', { wide: false })
    await person.click(await screen.findByRole('button', { name: 'Details of Nila Raman' }))
    expect(screen.queryByRole('table')).toBeNull()
    expect(screen.getByText('Rejected before because: The bio is too short')).toBeVisible()
    expect(screen.getByText('Changed since then: bio, highlights.')).toBeVisible()
  })
})

test('a message is answered', async () => {
  let message = aMessage()
  const details = () => ({ message, replies: [] })
  respondToGet('*/api/admin/messages', (url) => {
    expect(url.searchParams.get('open')).toBe('true')
    return { items: [message], next: null }
  })
  respondToGet('*/api/admin/messages/message-1', details)
  const requests = recordPosts('*/api/admin/messages/message-1/reply', () => {
    message = aMessage({ repliedAt: '2026-11-21T09:00:00Z' })
    return details()
  })
  const { person } = renderAdmin('/admin#messages')
  await person.click(await screen.findByRole('link', { name: 'I hear nothing' }))
  expect(await screen.findByText('In my last class the sound was gone.')).toBeVisible()
  expect(screen.getByText('TB-7K2M9Q')).toBeVisible()
  await person.click(screen.getByRole('button', { name: 'Send reply' }))
  expect(screen.getByText('Please enter your reply')).toBeVisible()
  await person.type(screen.getByRole('textbox', { name: 'Your reply' }), 'Please use headphones.')
  await person.click(screen.getByRole('button', { name: 'Send reply' }))
  expect(await screen.findByText('Reply sent')).toBeVisible()
  expect(requests.map(({ body }) => body)).toEqual([{ text: 'Please use headphones.', again: false }])
  expect(await screen.findByRole('textbox', { name: 'Another reply' })).toHaveValue('')
})

test('the audit log lists actions and loads more', async () => {
  const requestedUrls: string[] = []
  respondToGet('*/api/admin/audit', (url) => {
    requestedUrls.push(url.search)
    if (url.searchParams.get('subject'))
      return adminErrorResponse(422, 'invalid_fields', {
        errors: [{ field: 'subject', message: 'Please give an id' }],
      })
    return url.searchParams.get('after') === 'line-1'
      ? { items: [aLine({ _id: 'line-2', action: 'admin_signed_in' })], next: null }
      : { items: [aLine()], next: 'line-1' }
  })
  const { person } = renderAdmin('/admin#audit')
  expect(await screen.findByText('Application rejected')).toBeVisible()
  expect(screen.getByText('teacher_rejected')).toBeVisible()
  expect(screen.getByText('The video is missing')).toBeVisible()
  expect(screen.getByRole('cell', { name: 'rukmini' })).toBeVisible()
  await person.click(screen.getByRole('button', { name: 'Show' }))
  expect(screen.getByRole('cell', { name: /"detail":/ })).toHaveAttribute('colspan', '6')
  await person.click(screen.getByRole('button', { name: 'Hide' }))
  expect(screen.queryByText(/"detail":/)).toBeNull()
  await person.click(screen.getByRole('button', { name: 'Show more' }))
  expect(await screen.findByText('admin_signed_in')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
  await person.type(screen.getByRole('searchbox', { name: 'Action' }), 'teacher rej')
  await person.type(screen.getByRole('searchbox', { name: 'Who' }), 'rukm')
  await waitFor(() => expect(requestedUrls.at(-1)).toBe('?limit=20&q=teacher%20rej&actor=rukm'))
  await waitFor(() => expect(window.location.hash).toBe('#audit?q=teacher%20rej&actor=rukm'))
  await person.type(screen.getByRole('searchbox', { name: 'About' }), 'x')
  expect(await screen.findByText('Please give an id')).toBeVisible()
})

describe('session', () => {
  test('ends with Logout', async () => {
    respondWithPending(() => [])
    const requests = recordPosts('*/api/admin/logout', () => ({ success: true }))
    const { person } = renderAdmin('/admin')
    await person.click(await screen.findByRole('button', { name: 'Logout' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Admin Login' })).toBeVisible()
    expect(requests).toHaveLength(1)
    expect(localStorage.getItem('tala.admin')).toBeNull()
  })

  test('that the server has ended leads to the sign-in page', async () => {
    respondToGet('*/api/admin/pending-teachers', () => adminErrorResponse(401, 'sign_in_required'))
    renderAdmin('/admin')
    expect(await screen.findByText('Your session has ended. Please sign in again.')).toBeVisible()
    expect(await screen.findByRole('heading', { level: 1, name: 'Admin Login' })).toBeVisible()
  })

  test('of another administrator in another tab is taken over without repeating the action', async () => {
    respondWithPending(() => [aPending()])
    const requests = recordPosts('*/api/admin/approve-teacher/*', (count) =>
      count === 1 ? adminErrorResponse(403, 'csrf') : decisionReply,
    )
    const { person } = renderAdmin('/admin')
    const approve = await screen.findByRole('button', { name: 'Approve Nila Raman' })
    respondToGet('*/api/admin/me', () => aSession('csrf-2'))
    await person.click(approve)
    expect(
      await screen.findByText('You signed in again in another tab. Please repeat that action.'),
    ).toBeVisible()
    expect(requests).toHaveLength(1)
    await person.click(screen.getByRole('button', { name: 'Approve Nila Raman' }))
    await waitFor(() => expect(requests.map(({ csrf }) => csrf)).toEqual(['csrf-1', 'csrf-2']))
  })
})

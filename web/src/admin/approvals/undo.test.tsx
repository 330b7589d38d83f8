import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { aPending, aSession } from '@/admin/test/builders'
import { adminErrorResponse, recordPosts, renderAdmin, respondToGet } from '@/admin/test/renderAdmin'
import type { PendingTeacher } from '@/api/adminTypes'
import { signInAdmin } from '@/session/admin'

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

function respondWithPending(teachers: () => PendingTeacher[]) {
  respondToGet('*/api/admin/pending-teachers', () => ({
    success: true,
    teachers: teachers(),
    more: false,
    approved: 3,
    foundingLeft: 97,
  }))
}

async function decideOn(person: ReturnType<typeof renderAdmin>['person'], verb: string) {
  const label = verb === 'approve' ? 'Approve' : 'Reject'
  await person.click(await screen.findByRole('button', { name: `${label} Nila Raman` }))
  if (verb === 'approve') return
  const dialog = await screen.findByRole('dialog', { name: 'Reject Nila Raman?' })
  await person.click(within(dialog).getByRole('button', { name: 'Reject' }))
}

test.each(['approve', 'reject'])('an application is pending again after %s and Undo', async (verb) => {
  let teachers = [aPending()]
  respondWithPending(() => teachers)
  recordPosts(`*/api/admin/${verb}-teacher/*`, () => {
    teachers = []
    return { ...decisionReply, status: verb === 'approve' ? 'approved' : 'rejected' }
  })
  const undone = recordPosts('*/api/admin/undo-teacher-decision/*', () => {
    teachers = [aPending()]
    return { success: true, status: 'pending' }
  })
  const { person } = renderAdmin('/admin')
  await decideOn(person, verb)
  const noun = verb === 'approve' ? 'approval' : 'rejection'
  await person.click(await screen.findByRole('button', { name: `Undo the ${noun} of Nila Raman` }))
  expect(await screen.findByText('Decision undone. The application is pending again.')).toBeVisible()
  expect(await screen.findByRole('button', { name: 'Approve Nila Raman' })).toBeVisible()
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Undo/ })).toBeNull())
  expect(undone.map(({ path, body }) => [path, body])).toEqual([
    ['/api/admin/undo-teacher-decision/teacher-1', { decisionId: 'decision-1' }],
  ])
})

test('an application stays decided if Undo comes too late', async () => {
  let teachers = [aPending()]
  respondWithPending(() => teachers)
  recordPosts('*/api/admin/approve-teacher/*', () => {
    teachers = []
    return decisionReply
  })
  const detail = 'The email to the teacher is already on its way.'
  recordPosts('*/api/admin/undo-teacher-decision/*', () =>
    adminErrorResponse(409, 'not_undoable', { detail }),
  )
  const { person } = renderAdmin('/admin')
  await decideOn(person, 'approve')
  await person.click(await screen.findByRole('button', { name: 'Undo the approval of Nila Raman' }))
  expect(await screen.findByText(`Failed to undo the decision. ${detail}`)).toBeVisible()
  expect(screen.getByText('No pending applications')).toBeVisible()
})

test('the second click of a double click does not act on the next application', async () => {
  const next = aPending({ _id: 'teacher-2', name: 'Meenakshi Sundaram' })
  let teachers = [aPending(), next]
  respondWithPending(() => teachers)
  const approved = recordPosts('*/api/admin/approve-teacher/*', () => {
    teachers = [next]
    return decisionReply
  })
  const { person } = renderAdmin('/admin')
  await decideOn(person, 'approve')
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Approve Nila Raman' })).toBeNull())
  const button = screen.getByRole('button', { name: 'Approve Meenakshi Sundaram' })
  fireEvent.click(button, { detail: 2 })
  // A request would show as loading immediately; it is recorded later.
  expect(button).not.toHaveAttribute('data-loading')
  await person.click(button)
  await waitFor(() => expect(approved).toHaveLength(2))
})

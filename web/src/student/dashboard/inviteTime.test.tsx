import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { leaveTo } from '@/family/leaveTo'
import { readChosenTime } from '@/lib/chosenTime'
import { storeChosenTime } from '@/lib/chosenTimeStorage'
import { setClock } from '@/lib/clock'
import { epochMs } from '@/lib/time'
import { currentSession, setSession } from '@/session/session'
import { startStudentApi } from '@/student/test/api'
import { renderStudentArea } from '@/student/test/renderStudentArea'
import { aSlot } from '@/test/builders'

const slots = [
  aSlot({ _id: 'early', dateTime: '2026-11-23T20:00:00Z', endDateTime: '2026-11-23T21:00:00Z' }),
  aSlot({ _id: 'chosen', dateTime: '2026-11-30T08:00:00Z', endDateTime: '2026-11-30T09:00:00Z' }),
]
vi.mock('@/family/leaveTo', () => ({ leaveTo: vi.fn() }))

const ravi = {
  _id: 'l-ravi',
  name: 'Ravi Iyer',
  birthDate: '2016-04-23',
  age: 10,
  teacherId: 'teacher-2',
  teacherName: 'Guru Leela Rao',
  currency: 'INR',
}
const ownTeacher = { _id: 'teacher-1', name: 'Guru Padma Subramaniam' }

beforeEach(() => {
  setClock(() => epochMs('2026-11-20T09:00:00Z'))
  storeChosenTime({ code: 'TCH-PAD-2345', dateTime: '2026-11-30T08:00:00Z', classType: 'Private' })
})
afterEach(() => localStorage.clear())

const findSlot = () => screen.findByRole('button', { name: /Private/ })

it('the booking of the time chosen on the invite page opens once and books nothing', async () => {
  const api = startStudentApi({ slots, invitedBy: ownTeacher })
  const { person } = renderStudentArea('/booking')
  const dialog = await screen.findByRole('dialog', { name: 'Book Your Class' })
  expect(dialog).toHaveTextContent('Mon, 30 Nov')
  expect(api.booked).toEqual([])
  await person.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(await findSlot(), 'its day is shown').toHaveAttribute('data-slot', 'chosen')

  cleanup()
  renderStudentArea('/booking')
  expect(await findSlot(), 'the first open day is shown').toHaveAttribute('data-slot', 'early')
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('the booking opens also with the invite code in the address', async () => {
  startStudentApi({ slots, invitedBy: ownTeacher })
  renderStudentArea('/booking?ref=TCH-PAD-2345')
  const dialog = await screen.findByRole('dialog', { name: 'Book Your Class' })
  expect(dialog).toHaveTextContent('Mon, 30 Nov')
})

it('a chosen time that was taken shows its day and a sentence', async () => {
  startStudentApi({ slots: slots.slice(0, 1), invitedBy: ownTeacher })
  const { person } = renderStudentArea('/booking')
  const sentence = /^The time you chose, Mon, 30 Nov, .*, is no longer open\. Please choose another one\.$/
  expect(await screen.findByText(sentence)).toBeVisible()
  expect(screen.getByText('Try another date')).toBeVisible()
  await person.click(screen.getByRole('button', { name: 'Earlier days' }))
  await waitFor(() => expect(screen.queryByText(sentence)).toBeNull())
})

it('the time of another child’s teacher opens the page of that child, which books it', async () => {
  startStudentApi({ slots, invitedBy: { _id: 'teacher-2', name: 'Guru Leela Rao' } })
  renderStudentArea('/booking')
  const present = currentSession()
  if (present?.status === 'signedIn') act(() => void setSession({ ...present, learners: [ravi] }))
  await waitFor(() => expect(leaveTo).toHaveBeenCalledWith('/booking?learner=l-ravi'))
  expect(readChosenTime()).not.toBeNull()
})

it('the time of another teacher is dropped', async () => {
  startStudentApi({ slots, invitedBy: { _id: 'teacher-2', name: 'Guru Leela Rao' } })
  renderStudentArea('/booking')
  await findSlot()
  await waitFor(() => expect(localStorage).toHaveLength(0))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.queryByText(/no longer open/)).toBeNull()
})

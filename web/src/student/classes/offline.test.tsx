import { onlineManager } from '@tanstack/react-query'
import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { setClock } from '@/lib/clock'
import { epochMs } from '@/lib/time'
import { startStudentApi } from '@/student/test/api'
import { renderStudentArea } from '@/student/test/renderStudentArea'
import { aBooking, aSlot } from '@/test/builders'
import { aPolicy } from '@/test/moneyBuilders'
import { server } from '@/test/server'

beforeEach(() => setClock(() => epochMs('2026-11-20T09:00:00Z')))
afterEach(() => onlineManager.setOnline(true))

const LOST = 'We can’t reach the server. Please check your connection and try again.'
const dialog = () => within(screen.getByRole('dialog'))
const press = (name: string | RegExp) => dialog().findByRole('button', { name })

async function openChange(change: RegExp) {
  const HOUR = { dateTime: '2026-11-23T20:00:00Z', endDateTime: '2026-11-23T21:00:00Z' }
  startStudentApi({
    active: [aBooking({ ...HOUR, policy: aPolicy({ paidWith: 'credit' }) })],
    slots: [aSlot({ _id: 'new', dateTime: '2026-11-25T10:00:00Z', endDateTime: '2026-11-25T11:00:00Z' })],
  })
  const view = renderStudentArea('/booking#activeclasses')
  const opener = await screen.findByRole('button', { name: change })
  await view.person.click(opener)
  return { ...view, opener }
}

/** Counts requests that a server without connection never answers. */
function goOffline(path: string) {
  const sent = { count: 0 }
  server.use(
    http.post(path, () => {
      sent.count += 1
      return HttpResponse.error()
    }),
  )
  onlineManager.setOnline(false)
  return sent
}

it.each([
  { change: 'cancelling', opener: /^Cancel class/, confirm: 'Cancel class', leave: ['Keep the class'] },
  {
    change: 'rescheduling',
    opener: /^Reschedule/,
    pick: /10:00 am Private/,
    confirm: 'Move the class',
    leave: ['Choose another time', 'Keep the class'],
  },
])('without a connection, $change fails immediately and is not repeated later', async (given) => {
  const { person, opener } = await openChange(given.opener)
  if (given.pick) await person.click(await press(given.pick))
  const sent = goOffline('*/api/bookings/:id/:change')
  await person.click(await press(given.confirm))
  expect(await dialog().findByText(LOST)).toBeVisible()
  for (const button of given.leave) await person.click(await press(button))
  await waitFor(() => expect(opener).toHaveFocus())
  onlineManager.setOnline(true)
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(sent.count).toBe(1)
})

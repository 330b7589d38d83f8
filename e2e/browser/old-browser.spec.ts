/** A browser without Temporal, as most were for years: its calendar is loaded beside, and a class is booked as ever. */
import { MEERA } from '../support/people.ts'
import {
  confirmation,
  confirmButton,
  expect,
  openBooking,
  signInAsStudent,
  slotId,
  soonest,
  test,
} from './fixtures.ts'

test('without Temporal the hours are told right, and a class is booked', async ({
  page,
  elsewhere,
  school,
}) => {
  await signInAsStudent(page, school, MEERA)
  const slot = await soonest(page)
  const told = (await slot.innerText()).trim()

  const old = await elsewhere()
  await old.addInitScript(() => {
    Reflect.deleteProperty(globalThis, 'Temporal')
  })
  const fetched: string[] = []
  old.on('response', (reply) => fetched.push(new URL(reply.url()).pathname))
  await signInAsStudent(old, school, MEERA)
  expect(
    fetched.some((path) => /\/global\.esm-[^/]+\.js$/.test(path)),
    'what stands in for it is loaded',
  ).toBe(true)
  const same = old.locator(`[data-slot="${await slotId(slot)}"]`)
  await expect(same).toContainText(told.split('\n')[0] ?? '')

  const dialog = await openBooking(old, same)
  await confirmButton(dialog).click()
  await expect(confirmation(old)).toBeVisible()
})

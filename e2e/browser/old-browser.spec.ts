/** A browser without Temporal, as most were for years: its calendar is loaded beside, and a class is booked as ever. */
import { MEERA } from '../support/people.ts'
import { confirmation, confirmButton, expect, openBooking, signInAsStudent, slots, test } from './fixtures.ts'

test('without Temporal the hours are told right, and a class is booked', async ({
  page,
  elsewhere,
  school,
}) => {
  await signInAsStudent(page, school, MEERA)
  const told = (await slots(page).first().innerText()).trim()

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
  await expect(slots(old).first()).toContainText(told.split('\n')[0] ?? '')

  const dialog = await openBooking(old)
  await confirmButton(dialog).click()
  await expect(confirmation(old)).toBeVisible()
})

/** A browser without Temporal: the polyfill is loaded, and a class can be booked. */
import { MEERA } from '../support/people.ts'
import {
  confirmation,
  confirmButton,
  expect,
  firstBookableSlot,
  openBooking,
  signInAsStudent,
  slotIdOf,
  test,
} from './fixtures.ts'

test('without Temporal the times are correct, and a class is booked', async ({
  page,
  openBrowser,
  school,
}) => {
  await signInAsStudent(page, school, MEERA)
  const slot = await firstBookableSlot(page)
  const slotText = (await slot.innerText()).trim()

  const oldBrowserPage = await openBrowser()
  await oldBrowserPage.addInitScript(() => {
    Reflect.deleteProperty(globalThis, 'Temporal')
  })
  const fetched: string[] = []
  oldBrowserPage.on('response', (reply) => fetched.push(new URL(reply.url()).pathname))
  await signInAsStudent(oldBrowserPage, school, MEERA)
  expect(
    fetched.some((path) => /\/global\.esm-[^/]+\.js$/.test(path)),
    'the polyfill is loaded',
  ).toBe(true)
  const sameSlot = oldBrowserPage.locator(`[data-slot="${await slotIdOf(slot)}"]`)
  await expect(sameSlot).toContainText(slotText.split('\n')[0] ?? '')

  const dialog = await openBooking(oldBrowserPage, sameSlot)
  await confirmButton(dialog).click()
  await expect(confirmation(oldBrowserPage)).toBeVisible()
})

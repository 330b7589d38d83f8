/** Two browsers at the same time: a slot taken in one is lost in the other. */
import type { Page } from '@playwright/test'
import { advanceClock, callOk, login, mailRecipients, readMailbox, setMailFailing } from '../support/api.ts'
import { grantCredits } from '../support/credits.ts'
import { waitForMailsInProgress } from '../support/database.ts'
import { ARJUN, MEERA, PADMA } from '../support/people.ts'
import type { Tala } from '../support/tala.ts'
import {
  closeToasts,
  confirmation,
  confirmButton,
  expect,
  firstBookableSlot,
  openBooking,
  pauseClock,
  signInAsStudent,
  slotIdOf,
  test,
  tokenOf,
} from './fixtures.ts'

/** Arjun has no credits, so some are granted. */
async function grantArjunCredits(page: Page, school: Tala): Promise<void> {
  const token = await tokenOf(page)
  const { _id: studentId } = await login(school.url, token)
  const profile = await callOk<{ teacher: { _id: string } }>(
    school.url,
    `/api/student-profile?email=${ARJUN.email}`,
    { token },
  )
  await grantCredits(school.database, [{ studentId, teacherId: profile.teacher._id, credits: 2 }])
}

test('a booked slot disappears in another browser without a reload', async ({
  page,
  openBrowser,
  school,
}) => {
  const other = await openBrowser()
  await other.clock.install()
  await signInAsStudent(other, school, ARJUN)
  await signInAsStudent(page, school, MEERA)
  const slot = await firstBookableSlot(page)
  const id = await slotIdOf(slot)
  await expect(other.locator(`[data-slot="${id}"]`)).toBeVisible()
  // The test may need longer here than the refetch interval there.
  await pauseClock(other)
  await confirmButton(await openBooking(page, slot)).click()
  await expect(confirmation(page)).toBeVisible()
  await expect(other.locator(`[data-slot="${id}"]`)).toBeVisible()
  await other.clock.runFor(10_000)
  await other.clock.resume()
  await expect(other.locator(`[data-slot="${id}"]`)).toHaveCount(0)
})

test('if two students want the same slot, one gets it, the other sees an error and the remaining slots', async ({
  page,
  openBrowser,
  school,
}) => {
  const other = await openBrowser()
  for (const browserPage of [page, other]) await browserPage.clock.install()
  await signInAsStudent(other, school, ARJUN)
  await grantArjunCredits(other, school)
  await other.reload()
  await signInAsStudent(page, school, MEERA)
  const slot = await firstBookableSlot(page)
  const id = await slotIdOf(slot)
  const dialogs = [
    await openBooking(page, slot),
    await openBooking(other, other.locator(`[data-slot="${id}"]`)),
  ] as const
  await expect(confirmButton(dialogs[1])).toBeEnabled()
  // With paused clocks the second student presses before a refetch removes the slot.
  for (const browserPage of [page, other]) await pauseClock(browserPage)
  await Promise.all(dialogs.map((dialog) => confirmButton(dialog).click()))

  const errorText = 'This class has just been taken. Please choose another.'
  // Advances the clock, because React renders late results with a delay.
  const hasResult = async (browserPage: Page) => {
    await browserPage.clock.runFor(100)
    return confirmation(browserPage).or(browserPage.getByText(errorText)).isVisible()
  }
  await Promise.all([page, other].map((browserPage) => expect.poll(() => hasResult(browserPage)).toBe(true)))
  const pages = [page, other]
  const winners = await Promise.all(pages.map((browserPage) => confirmation(browserPage).isVisible()))
  expect(winners.filter(Boolean)).toHaveLength(1)
  const loser = winners[0] ? other : page
  await loser.clock.resume()
  await expect(loser.getByRole('alert')).toHaveText(errorText)
  await expect(loser.locator(`[data-slot="${id}"]`)).toHaveCount(0)
  await loser.getByRole('button', { name: 'Choose another time' }).click()
  await expect(loser.getByRole('dialog')).toBeHidden()
  await expect(loser.getByRole('heading', { name: 'Available Classes' })).toBeFocused()
  await confirmButton(await openBooking(loser)).click()
  await expect(confirmation(loser)).toBeVisible()
})

test('a slot booked elsewhere while the dialog is open is reported before a request is sent', async ({
  page,
  openBrowser,
  school,
}) => {
  const other = await openBrowser()
  await other.clock.install()
  await signInAsStudent(other, school, ARJUN)
  await grantArjunCredits(other, school)
  await other.reload()
  await signInAsStudent(page, school, MEERA)
  const slot = await firstBookableSlot(page)
  const dialog = await openBooking(other, other.locator(`[data-slot="${await slotIdOf(slot)}"]`))
  await confirmButton(await openBooking(page, slot)).click()
  await expect(confirmation(page)).toBeVisible()
  await other.clock.fastForward(10_000)
  await expect(dialog.getByText('This time is no longer open')).toBeVisible()
  await expect(confirmButton(dialog)).toBeHidden()
})

test('a double click that sends two requests books once', async ({ page, school }) => {
  await signInAsStudent(page, school, MEERA)
  const dialog = await openBooking(page)
  await confirmButton(dialog).dblclick()
  await expect(confirmation(page)).toBeVisible()
  const active = await callOk<unknown[]>(school.url, '/api/active-classes', { token: await tokenOf(page) })
  expect(active).toHaveLength(2)
})

test('after a lost response a retry books no second class', async ({ page, school }) => {
  await signInAsStudent(page, school, MEERA)
  let lostResponses = 0
  await page.route('**/api/book-with-credits', async (route) => {
    if (lostResponses > 0) return route.continue()
    lostResponses += 1
    await route.fetch()
    return route.abort()
  })
  const dialog = await openBooking(page)
  await confirmButton(dialog).click()
  await expect(dialog.getByRole('alert')).toContainText(
    'We lost the connection. Try again: if the class is already booked, it won’t be booked twice.',
  )
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect(confirmation(page)).toBeVisible()
  const active = await callOk<unknown[]>(school.url, '/api/active-classes', { token: await tokenOf(page) })
  expect(active).toHaveLength(2)
})

test('if mail cannot be sent, the booking stays, both warnings appear, and the mails are sent later', async ({
  page,
  school,
}) => {
  await setMailFailing(school.url, true)
  await signInAsStudent(page, school, MEERA)
  await confirmButton(await openBooking(page)).click()
  await expect(confirmation(page)).toBeVisible()
  for (const warning of [
    'Booking confirmed but confirmation email could not be sent. Please check your dashboard for booking details.',
    'Booking confirmed but calendar invitation could not be sent.',
  ]) {
    await expect(page.getByRole('alert').filter({ hasText: warning })).toBeVisible()
  }
  await expect(page.getByRole('alert')).toHaveCount(2)
  await expect(page.getByText(/We’ve emailed a confirmation to/)).toBeHidden()
  expect(await readMailbox(school.url)).toHaveLength(0)

  await setMailFailing(school.url, false)
  await waitForMailsInProgress(school.database)
  await advanceClock(school.url, 2)
  await expect.poll(() => mailRecipients(school.url)).toEqual([MEERA.email, PADMA.email])
  // The two warnings stay for some seconds and cover the buttons of the confirmation.
  await closeToasts(page)
  await page.getByRole('button', { name: 'See Active Classes' }).click()
  await expect(page.getByRole('row')).toHaveCount(3)
})

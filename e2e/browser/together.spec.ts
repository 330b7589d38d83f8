/** Two browsers at once: what one takes, the other loses. */
import type { Page } from '@playwright/test'
import { advance, ask, login, readMailbox, receivers, setMailFailing } from '../support/api.ts'
import { grantCredits } from '../support/credits.ts'
import { noMailOnItsWay } from '../support/database.ts'
import { ARJUN, MEERA, PADMA } from '../support/people.ts'
import type { Tala } from '../support/tala.ts'
import {
  confirmation,
  confirmButton,
  expect,
  openBooking,
  signInAsStudent,
  slotId,
  soonest,
  stopTheClock,
  test,
  tokenOf,
} from './fixtures.ts'

/** Arjun has none; some are given to him. */
async function giveCredits(page: Page, school: Tala): Promise<void> {
  const token = await tokenOf(page)
  const { _id: studentId } = await login(school.url, token)
  const profile = await ask<{ teacher: { _id: string } }>(
    school.url,
    `/api/student-profile?email=${ARJUN.email}`,
    { token },
  )
  await grantCredits(school.database, [{ studentId, teacherId: profile.teacher._id, credits: 2 }])
}

test('a class that somebody takes vanishes elsewhere without a reload', async ({
  page,
  elsewhere,
  school,
}) => {
  const other = await elsewhere()
  await other.clock.install()
  await signInAsStudent(other, school, ARJUN)
  await signInAsStudent(page, school, MEERA)
  const slot = await soonest(page)
  const id = await slotId(slot)
  await expect(other.locator(`[data-slot="${id}"]`)).toBeVisible()
  // Longer than a moment may pass here before it is looked at there.
  await stopTheClock(other)
  await confirmButton(await openBooking(page, slot)).click()
  await expect(confirmation(page)).toBeVisible()
  await expect(other.locator(`[data-slot="${id}"]`)).toBeVisible()
  await other.clock.runFor(10_000)
  await other.clock.resume()
  await expect(other.locator(`[data-slot="${id}"]`)).toHaveCount(0)
})

test('two want the same hour: one gets it, the other is told and sees what is left', async ({
  page,
  elsewhere,
  school,
}) => {
  const other = await elsewhere()
  for (const one of [page, other]) await one.clock.install()
  await signInAsStudent(other, school, ARJUN)
  await giveCredits(other, school)
  await other.reload()
  await signInAsStudent(page, school, MEERA)
  const slot = await soonest(page)
  const id = await slotId(slot)
  const dialogs = [
    await openBooking(page, slot),
    await openBooking(other, other.locator(`[data-slot="${id}"]`)),
  ] as const
  await expect(confirmButton(dialogs[1])).toBeEnabled()
  // Who is second presses before the list is read anew, and would say so first.
  for (const one of [page, other]) await stopTheClock(one)
  await Promise.all(dialogs.map((dialog) => confirmButton(dialog).click()))

  const sentence = 'This class has just been taken. Please choose another.'
  // A little time passes: React shows what it fetched late only after a moment.
  const told = async (one: Page) => {
    await one.clock.runFor(100)
    return confirmation(one).or(one.getByText(sentence)).isVisible()
  }
  await Promise.all([page, other].map((one) => expect.poll(() => told(one)).toBe(true)))
  const pages = [page, other]
  const winners = await Promise.all(pages.map((one) => confirmation(one).isVisible()))
  expect(winners.filter(Boolean)).toHaveLength(1)
  const loser = winners[0] ? other : page
  await loser.clock.resume()
  await expect(loser.getByRole('alert')).toHaveText(sentence)
  await expect(loser.locator(`[data-slot="${id}"]`)).toHaveCount(0)
  await loser.getByRole('button', { name: 'Choose another time' }).click()
  await expect(loser.getByRole('dialog')).toBeHidden()
  await expect(loser.getByRole('heading', { name: 'Available Classes' })).toBeFocused()
  await confirmButton(await openBooking(loser)).click()
  await expect(confirmation(loser)).toBeVisible()
})

test('the hour goes while the dialog is open: it says so before anything is sent', async ({
  page,
  elsewhere,
  school,
}) => {
  const other = await elsewhere()
  await other.clock.install()
  await signInAsStudent(other, school, ARJUN)
  await giveCredits(other, school)
  await other.reload()
  await signInAsStudent(page, school, MEERA)
  const slot = await soonest(page)
  const dialog = await openBooking(other, other.locator(`[data-slot="${await slotId(slot)}"]`))
  await confirmButton(await openBooking(page, slot)).click()
  await expect(confirmation(page)).toBeVisible()
  await other.clock.fastForward(10_000)
  await expect(dialog.getByText('This class has just gone')).toBeVisible()
  await expect(confirmButton(dialog)).toBeHidden()
})

test('pressed twice, sent twice: booked once', async ({ page, school }) => {
  await signInAsStudent(page, school, MEERA)
  const dialog = await openBooking(page)
  await confirmButton(dialog).dblclick()
  await expect(confirmation(page)).toBeVisible()
  const active = await ask<unknown[]>(school.url, '/api/active-classes', { token: await tokenOf(page) })
  expect(active).toHaveLength(2)
})

test('an answer that gets lost: trying again books no second class', async ({ page, school }) => {
  await signInAsStudent(page, school, MEERA)
  let lost = 0
  await page.route('**/api/book-with-credits', async (route) => {
    if (lost > 0) return route.continue()
    lost += 1
    await route.fetch()
    return route.abort()
  })
  const dialog = await openBooking(page)
  await confirmButton(dialog).click()
  await expect(dialog.getByRole('alert')).toContainText('We lost the connection before an answer came.')
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect(confirmation(page)).toBeVisible()
  const active = await ask<unknown[]>(school.url, '/api/active-classes', { token: await tokenOf(page) })
  expect(active).toHaveLength(2)
})

test('no mail can be sent: the booking stands, both warnings appear, the mails go out later', async ({
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
  await expect(page.getByText(/A confirmation was sent to/)).toBeHidden()
  expect(await readMailbox(school.url)).toHaveLength(0)

  await setMailFailing(school.url, false)
  await noMailOnItsWay(school.database)
  await advance(school.url, 2)
  await expect.poll(() => receivers(school.url)).toEqual([MEERA.email, PADMA.email])
  await page.getByRole('button', { name: 'See Active Classes' }).click()
  await expect(page.getByRole('row')).toHaveCount(3)
})

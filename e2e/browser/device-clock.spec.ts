/** Devices whose clock is wrong: screens follow the server's clock. */
import type { Page } from '@playwright/test'
import { type Booking, callOk } from '../support/api.ts'
import { MEERA } from '../support/people.ts'
import type { Tala } from '../support/tala.ts'
import { expect, freeSlotButtons, menuLink, signInAsStudent, test, tokenOf } from './fixtures.ts'
import { advanceTo } from './teacherHelpers.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** The start of Meera's next class. Signs her in. */
async function nextClassStart(page: Page, school: Tala): Promise<number> {
  await signInAsStudent(page, school, MEERA)
  const token = await tokenOf(page)
  const active = await callOk<Booking[]>(school.url, '/api/active-classes', { token })
  return Math.min(...active.map(({ dateTime }) => Date.parse(dateTime)))
}

const activeRow = (page: Page) => page.getByRole('table', { name: 'Active Classes' }).getByRole('row').nth(1)

test('a device that is ahead of the server shows a coming class as coming', async ({ page, school }) => {
  const start = await nextClassStart(page, school)
  await page.clock.install({ time: start + 2 * HOUR_MS })
  await page.reload()
  await expect(page.getByText('Your next class')).toBeVisible()
  await expect(page.getByRole('link', { name: /^Join Meeting/ })).toBeVisible()
  await expect(page.getByText('Class is over')).toHaveCount(0)
  await menuLink(page, 'Active Classes').click()
  const row = activeRow(page)
  await expect(row.getByText(/^Free cancellation until /)).toBeVisible()
  await expect(row.getByRole('button', { name: /^Reschedule/ })).toBeEnabled()
})

test('a device that is days behind shows the server’s first day with open times', async ({
  page,
  school,
}) => {
  await signInAsStudent(page, school, MEERA)
  const first = freeSlotButtons(page).first()
  await expect(first).toBeVisible()
  const id = await first.getAttribute('data-slot')
  await page.clock.install({ time: Date.now() - 72 * HOUR_MS })
  await page.reload()
  await expect(first).toHaveAttribute('data-slot', id ?? '')
  await expect(page.locator('button[aria-current="date"]')).toHaveText(String(dayInKolkata(Date.now())))
})

function dayInKolkata(moment: number): number {
  return Number(new Intl.DateTimeFormat('en', { timeZone: 'Asia/Kolkata', day: 'numeric' }).format(moment))
}

test('a device that is behind the server can join a class that starts now', async ({ page, school }) => {
  const start = await nextClassStart(page, school)
  await advanceTo(school, new Date(start - 5 * MINUTE_MS))
  await page.reload()
  await menuLink(page, 'Active Classes').click()
  const row = activeRow(page)
  await expect(row.getByText('Starts in less than 12 hours, so it can’t be changed.')).toBeVisible()
  // The link is a button only from ten minutes before class.
  await expect(row.getByRole('link', { name: /^Join Meeting/ })).toHaveClass(/Button/)
})

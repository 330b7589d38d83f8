/** What the journeys of the back office begin with: the way in, a payment, earnings of two teachers. */
import type { Locator, Page } from '@playwright/test'
import { putBack } from '../support/database.ts'
import { IN_AMERICA, IN_INDIA, tellAccount } from '../support/office.ts'
import { ARJUN, LEELA, PADMA, PASSWORD } from '../support/people.ts'
import type { Tala } from '../support/tala.ts'
import { confirmation, type Elsewhere, expect, signInAsStudent, tokenOf } from './fixtures.ts'
import { orderBecomes, payByUpi, startPaying } from './paying.ts'
import { signInAsTeacher } from './teaching.ts'

export const heading = (page: Page, name: string) =>
  page.getByRole('heading', { level: 1, name, exact: true })

/** Into the back office, as the demo's administrator. */
export async function enter(page: Page, school: Tala, password = PASSWORD): Promise<void> {
  await page.goto(`${school.url}/admin-login`)
  await page.getByRole('textbox', { name: 'Username' }).fill('admin')
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(heading(page, 'Teacher Approval Dashboard')).toBeVisible()
}

/** A section by its address. */
export async function visit(page: Page, school: Tala, hash: string, title: string): Promise<void> {
  await page.goto(`${school.url}/admin#${hash}`)
  await expect(heading(page, title)).toBeVisible()
  await expect(page.getByText(/^Loading/)).toHaveCount(0)
}

/** One of a list, which is a table at a desk and cards on a phone. */
export function item(page: Page, list: string, text: string): Locator {
  const row = page.getByRole('table', { name: list }).getByRole('row')
  return row.or(page.getByRole('list', { name: list }).getByRole('listitem')).filter({ hasText: text })
}

/** Fills the reason in, and presses twice as nervous people do. */
export async function act(dialog: Locator, reason: string, button: string): Promise<void> {
  await dialog.getByRole('textbox', { name: 'Reason' }).fill(reason)
  await dialog.getByRole('button', { name: button, exact: true }).dblclick()
}

/** Arjun pays for a class by UPI. */
export async function payForAClass(elsewhere: Elsewhere, school: Tala): Promise<void> {
  const student = await elsewhere()
  await signInAsStudent(student, school, ARJUN)
  await startPaying(student)
  await payByUpi(student)
  await expect(confirmation(student)).toBeVisible()
  await orderBecomes(student, school, 'booked')
}

/** Both teachers tell an account, and what they have taught lies so far back that it is due. */
export async function earn(elsewhere: Elsewhere, school: Tala): Promise<void> {
  const accounts = [
    [PADMA, IN_INDIA],
    [LEELA, IN_AMERICA],
  ] as const
  for (const [teacher, paymentSettings] of accounts) {
    const page = await elsewhere()
    await signInAsTeacher(page, school, teacher)
    const token = await tokenOf(page)
    await tellAccount(school.url, token, teacher.email, paymentSettings)
    await page.context().close()
  }
  await putBack(school.database, 40)
}

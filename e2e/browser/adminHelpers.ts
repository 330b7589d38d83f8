/** Helpers for the admin area: sign-in, a paid class, earnings of two teachers. */
import { createHmac } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { AMERICAN_ACCOUNT, INDIAN_ACCOUNT, saveBankAccount } from '../support/admin-data.ts'
import { moveClassesBack } from '../support/database.ts'
import { ARJUN, LEELA, PADMA, PASSWORD } from '../support/people.ts'
import type { Tala } from '../support/tala.ts'
import { confirmation, expect, type OpenBrowser, signInAsStudent, tokenOf } from './fixtures.ts'
import { payByUpi, startPaying, waitForOrderState } from './payment.ts'
import { signInAsTeacher } from './teacherHelpers.ts'

export const heading = (page: Page, name: string) =>
  page.getByRole('heading', { level: 1, name, exact: true })

/** Signs in as the demo's administrator. */
export async function signInAsAdmin(page: Page, school: Tala, password = PASSWORD): Promise<void> {
  await page.goto(`${school.url}/admin-login`)
  await page.getByRole('textbox', { name: 'Username' }).fill('admin')
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(heading(page, 'Today')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Teacher Approval Dashboard' })).toBeVisible()
}

/** Opens a section by its URL. */
export async function openAdminSection(page: Page, school: Tala, hash: string, title: string): Promise<void> {
  await page.goto(`${school.url}/admin#${hash}`)
  await expect(heading(page, title)).toBeVisible()
  await expect(page.getByText(/^Loading/)).toHaveCount(0)
}

/** The toast of a success; the history of the page may show the same text. */
export const toast = (page: Page, text: string): Locator => page.getByRole('status').filter({ hasText: text })

/** An item of a list, which is a table row or, on a phone, a card. */
export function listItem(page: Page, list: string, text: string): Locator {
  const row = page.getByRole('table', { name: list }).getByRole('row')
  return row.or(page.getByRole('list', { name: list }).getByRole('listitem')).filter({ hasText: text })
}

/** Fills in the reason and double-clicks the button. */
export async function confirmWithReason(dialog: Locator, reason: string, button: string): Promise<void> {
  await dialog.getByRole('textbox', { name: 'Reason' }).fill(reason)
  await dialog.getByRole('button', { name: button, exact: true }).dblclick()
}

/** The code that an authenticator with this base32 key shows now (RFC 6238). */
export function authenticatorCode(key: string): string {
  const bits = Array.from(key, (letter) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  ).join('')
  const secret = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  const step = Buffer.alloc(8)
  step.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000)))
  const hash = createHmac('sha1', secret).update(step).digest()
  const offset = hash.readUInt8(19) & 15
  return String((hash.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

/** Arjun pays for a class by UPI. */
export async function payForClass(openBrowser: OpenBrowser, school: Tala): Promise<void> {
  const student = await openBrowser()
  await signInAsStudent(student, school, ARJUN)
  await startPaying(student)
  await payByUpi(student)
  await expect(confirmation(student)).toBeVisible()
  await waitForOrderState(student, school, 'booked')
}

/** Saves bank accounts for both teachers and moves their past classes back, so that payouts are due. */
export async function prepareEarnings(openBrowser: OpenBrowser, school: Tala): Promise<void> {
  const accounts = [
    [PADMA, INDIAN_ACCOUNT],
    [LEELA, AMERICAN_ACCOUNT],
  ] as const
  for (const [teacher, paymentSettings] of accounts) {
    const page = await openBrowser()
    await signInAsTeacher(page, school, teacher)
    const token = await tokenOf(page)
    await saveBankAccount(school.url, token, teacher.email, paymentSettings)
    await page.context().close()
  }
  await moveClassesBack(school.database, 40)
}

/** Paying as a person does it: the dialogs, the provider's sheet, and the operator behind the sheet. */
import type { FrameLocator, Locator, Page } from '@playwright/test'
import { ask, operate } from '../support/api.ts'
import type { Tala } from '../support/tala.ts'
import { expect, openBooking, slotId, soonest, startOf, tokenOf } from './fixtures.ts'

/** Until so many hours before class money comes back (D24). How far the first free class is away is up to time and day. */
const REFUND_HOURS = 24

/** What the dialog of a free class must promise; `zone` stands behind the first deadline. */
export async function promiseOf(slot: Locator, zone = 'IST'): Promise<RegExp> {
  const start = startOf(await slotId(slot))
  const isEarly = start.getTime() - Date.now() > REFUND_HOURS * 3_600_000
  const brings = isEarly
    ? 'money back\\. After that, until .*: a class credit'
    : 'a class credit, no money back'
  return new RegExp(`^Cancel before .* ${zone}: ${brings}\\. Later: nothing\\.$`)
}

export const PHONE = '+91 98400 12345'
/** What the sandbox's cards do is written in `crates/sandbox/README.md`. */
export const CARD = '4100 2800 0000 1007'
export const CARD_FROM_ABROAD = '4012 8888 8888 1881'
export const DECLINED_CARD = '4100 2800 0000 2005'
export const FAILS_FIRST = '4100 2800 0000 3003'

export interface Order {
  _id: string
  state: string
  reason: string | null
  /** The provider's, while it can be paid. */
  orderId: string
  /** Minor units. */
  amount: number
  bookingId: string | null
  refunds: { state: string; amount: number }[]
}

/** The provider's sheet over the page. */
export function sheet(page: Page): FrameLocator {
  return page.frameLocator('iframe')
}

export async function sheetOpens(page: Page): Promise<FrameLocator> {
  await expect(sheet(page).getByRole('button', { name: /^Pay/ })).toBeVisible()
  return sheet(page)
}

export async function sheetIsGone(page: Page): Promise<void> {
  await expect(page.locator('iframe')).toHaveCount(0)
}

export async function payByCard(page: Page, number = CARD): Promise<void> {
  const form = await sheetOpens(page)
  await form.getByLabel('Card number').fill(number)
  await form.getByLabel('Expiry').fill('12/40')
  await form.getByLabel('CVV').fill('123')
  await form.getByRole('button', { name: /^Pay/ }).click()
  await form.getByLabel('OTP').fill('1234')
  await page.keyboard.press('Enter')
}

export async function payByUpi(page: Page, id = 'success@razorpay'): Promise<void> {
  const form = await sheetOpens(page)
  await form.getByLabel('UPI', { exact: true }).check()
  await form.getByLabel('UPI ID').fill(id)
  await form.getByRole('button', { name: /^Pay/ }).click()
}

export function payButton(dialog: Locator): Locator {
  return dialog.getByRole('button', { name: /^Pay ₹/ })
}

/** Opens a class, gives the phone number that the sheet asks for, and presses Pay. Resolves to the slot's id. */
export async function startPaying(page: Page, slot?: Locator): Promise<string> {
  const chosen = slot ?? (await soonest(page))
  const id = await slotId(chosen)
  const dialog = await openBooking(page, chosen)
  await dialog.getByRole('textbox', { name: 'Phone' }).fill(PHONE)
  await payButton(dialog).click()
  await sheetOpens(page)
  return id
}

export async function enterCoupon(dialog: Locator, code: string): Promise<void> {
  await dialog.getByRole('textbox', { name: /^Coupon code/ }).fill(code)
  await dialog.getByRole('button', { name: /^(Apply|OK)$/ }).click()
}

/** One line of a price or of an order: `Total`, `₹1,022.98`. */
export function line(dialog: Locator, label: string): Locator {
  const term = dialog.page().getByRole('term').getByText(label, { exact: true })
  return dialog.locator('dl > div').filter({ has: term }).getByRole('definition')
}

/** What becomes of an order once it is there: its dialog, by the heading inside. */
export function stage(page: Page, heading: string): Locator {
  return page.getByRole('dialog').filter({ has: page.getByRole('heading', { name: heading }) })
}

/** The orders of who is signed in, newest first. */
export async function ordersOf(page: Page, school: Tala): Promise<Order[]> {
  return ask<Order[]>(school.url, '/api/orders', { token: await tokenOf(page) })
}

/** Waits until the newest order stands so. */
export async function orderBecomes(page: Page, school: Tala, state: string): Promise<Order> {
  const token = await tokenOf(page)
  const newest = async () => (await ask<Order[]>(school.url, '/api/orders', { token }))[0]
  await expect.poll(async () => (await newest())?.state).toBe(state)
  return (await newest()) as Order
}

/** From now on the shop hears nothing of payments but what the browser says and what it asks for itself. */
export async function holdWebhooks(school: Tala): Promise<void> {
  await operate(school, { do: 'settings', settings: { webhooks: { hold: true } } })
}

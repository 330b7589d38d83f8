/** Helpers for payments: dialogs, the provider's payment sheet, orders and webhooks. */
import type { FrameLocator, Locator, Page } from '@playwright/test'
import { callOk, operateSandbox } from '../support/api.ts'
import type { Tala } from '../support/tala.ts'
import { expect, firstBookableSlot, openBooking, slotIdOf, slotStart, tokenOf } from './fixtures.ts'

/**
 * Money is refunded until this many hours before class (D24). The first free slot may be on either
 * side of it.
 */
const REFUND_HOURS = 24

/** The first line of the cancellation policy expected in the dialog of an open slot. */
export async function policyTextOf(slot: Locator): Promise<RegExp> {
  const start = slotStart(await slotIdOf(slot))
  const isEarly = start.getTime() - Date.now() > REFUND_HOURS * 3_600_000
  return isEarly ? /^Full refund until / : /^Cancel by .* and you get a class credit instead of a refund\.$/
}

export const PHONE = '+91 98400 12345'
/** The sandbox's cards are described in `crates/sandbox/README.md`. */
export const CARD = '4100 2800 0000 1007'
export const CARD_FROM_ABROAD = '4012 8888 8888 1881'
export const DECLINED_CARD = '4100 2800 0000 2005'
export const FAILS_FIRST = '4100 2800 0000 3003'

export interface Order {
  _id: string
  state: string
  reason: string | null
  /** The provider's order id, while it can be paid. */
  orderId: string
  /** Minor units. */
  amount: number
  bookingId: string | null
  refunds: { state: string; amount: number }[]
}

/** The provider's payment sheet. */
export function paymentSheet(page: Page): FrameLocator {
  return page.frameLocator('iframe')
}

export async function waitForSheet(page: Page): Promise<FrameLocator> {
  await expect(paymentSheet(page).getByRole('button', { name: /^Pay/ })).toBeVisible()
  return paymentSheet(page)
}

export async function expectSheetClosed(page: Page): Promise<void> {
  await expect(page.locator('iframe')).toHaveCount(0)
}

export async function payByCard(page: Page, number = CARD): Promise<void> {
  const form = await waitForSheet(page)
  await form.getByLabel('Card number').fill(number)
  await form.getByLabel('Expiry').fill('12/40')
  await form.getByLabel('CVV').fill('123')
  await form.getByRole('button', { name: /^Pay/ }).click()
  await form.getByLabel('OTP').fill('1234')
  await page.keyboard.press('Enter')
}

export async function payByUpi(page: Page, id = 'success@razorpay'): Promise<void> {
  const form = await waitForSheet(page)
  await form.getByLabel('UPI', { exact: true }).check()
  await form.getByLabel('UPI ID').fill(id)
  await form.getByRole('button', { name: /^Pay/ }).click()
}

export function payButton(dialog: Locator): Locator {
  return dialog.getByRole('button', { name: /^Pay ₹/ })
}

/** Opens a slot, fills in the phone number, and presses Pay. Resolves to the slot's id. */
export async function startPaying(page: Page, slot?: Locator): Promise<string> {
  const selected = slot ?? (await firstBookableSlot(page))
  const id = await slotIdOf(selected)
  const dialog = await openBooking(page, selected)
  await dialog.getByRole('textbox', { name: 'Phone' }).fill(PHONE)
  await payButton(dialog).click()
  await waitForSheet(page)
  return id
}

export async function enterCoupon(dialog: Locator, code: string): Promise<void> {
  await dialog.getByRole('textbox', { name: /^Coupon code/ }).fill(code)
  await dialog.getByRole('button', { name: /^(Apply|OK)$/ }).click()
}

/** A line of a price or an order: `Total`, `₹1,022.98`. */
export function priceLine(dialog: Locator, label: string): Locator {
  const term = dialog.page().getByRole('term').getByText(label, { exact: true })
  return dialog.locator('dl > div').filter({ has: term }).getByRole('definition')
}

/** The dialog of an order, by its inner heading. */
export function orderDialog(page: Page, heading: string): Locator {
  return page.getByRole('dialog').filter({ has: page.getByRole('heading', { name: heading }) })
}

/** The orders of the signed-in user, newest first. */
export async function ordersOf(page: Page, school: Tala): Promise<Order[]> {
  return callOk<Order[]>(school.url, '/api/orders', { token: await tokenOf(page) })
}

/** Waits until the newest order has this state. */
export async function waitForOrderState(page: Page, school: Tala, state: string): Promise<Order> {
  const token = await tokenOf(page)
  const newest = async () => (await callOk<Order[]>(school.url, '/api/orders', { token }))[0]
  await expect.poll(async () => (await newest())?.state).toBe(state)
  return (await newest()) as Order
}

/** Holds all webhooks: the server learns of payments only from the browser and by polling. */
export async function holdWebhooks(school: Tala): Promise<void> {
  await operateSandbox(school, { do: 'settings', settings: { webhooks: { hold: true } } })
}

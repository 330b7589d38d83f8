/** Buying 4 or 8 classes: prices, coupons, both payment methods, failures. */
import type { Locator, Page } from '@playwright/test'
import { mailRecipients } from '../support/api.ts'
import { ARJUN, MEERA } from '../support/people.ts'
import { checkLedger, type Tala } from '../support/tala.ts'
import { expect, expectDetail, menuLink, signInAsStudent, tabTo, test } from './fixtures.ts'
import {
  enterCoupon,
  expectSheetClosed,
  FAILS_FIRST,
  holdWebhooks,
  orderDialog,
  ordersOf,
  PHONE,
  payByCard,
  payByUpi,
  paymentSheet,
  waitForOrderState,
  waitForSheet,
} from './payment.ts'

const SUCCESS_TEXT = 'Classes purchased successfully!'

test.afterEach(async ({ school }) => {
  expect(await checkLedger(school.settings)).toBe('Ledger check: balanced\n')
})

/** Signs in, opens My Credits and opens a package. */
async function openPackage(page: Page, school: Tala, person: typeof ARJUN, classes: 4 | 8): Promise<Locator> {
  await signInAsStudent(page, school, person)
  await menuLink(page, 'My Credits').click()
  await page.getByRole('button', { name: `Buy ${classes} Classes` }).click()
  const dialog = page.getByRole('dialog', { name: 'Complete Bulk Package Purchase' })
  await expect(dialog.getByText('Total')).toBeVisible()
  return dialog
}

async function purchase(dialog: Locator): Promise<void> {
  await dialog.getByRole('textbox', { name: 'Phone' }).fill(PHONE)
  await dialog.getByRole('button', { name: 'Purchase Package' }).click()
}

const paymentsTable = (page: Page) => page.getByRole('table', { name: 'Your payments' })

test('4 classes by card: price, credits, expiry, history and payment', async ({ page, school }) => {
  const dialog = await openPackage(page, school, ARJUN, 4)
  await expect(dialog.getByText('4 classes, valid for 30 days')).toBeVisible()
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue(ARJUN.name)
  await expect(dialog.getByRole('textbox', { name: 'Email' })).toHaveValue(ARJUN.email)
  await expect(dialog.getByText(/^Packages can’t be refunded/)).toBeVisible()
  await expectDetail(dialog, '4 classes', '₹3,996')
  await expectDetail(dialog, 'Platform fee', '₹399.60 ₹399.60 waived, you pay₹0')
  await expectDetail(dialog, 'Payment provider fee (2.4%)', '₹95.90')
  await expectDetail(dialog, 'Total', '₹4,091.90')
  await purchase(dialog)
  await expect(paymentSheet(page).getByText('4 class credits')).toBeVisible()
  const expiry = inDays(30)
  await payByCard(page)
  await expect(page.getByText(SUCCESS_TEXT)).toBeVisible()
  await expect(page.getByText('4 Classes Remaining')).toBeVisible()
  // Midnight may pass during the payment.
  await expect(page.getByText(new RegExp(`Expires on (${expiry}|${inDays(30)})`))).toHaveCount(2)
  await expect(paymentsTable(page).getByRole('row').nth(1)).toContainText('4 class credits')
  await expect(paymentsTable(page).getByRole('row').nth(1)).toContainText('Paid')
  const history = page.getByRole('table', { name: 'Credit history' })
  await expect(history.getByRole('row').nth(1)).toContainText('+4')
  await expect.poll(() => mailRecipients(school.url)).toEqual([ARJUN.email])
})

test('8 classes by UPI, in addition to existing credits', async ({ page, school }) => {
  const dialog = await openPackage(page, school, MEERA, 8)
  await expectDetail(dialog, 'Total', '₹8,183.81')
  await purchase(dialog)
  const before = inDays(60)
  await payByUpi(page)
  await expect(page.getByText(SUCCESS_TEXT)).toBeVisible()
  await expect(page.getByText('17 Classes Remaining')).toBeVisible()
  await expect(page.getByText(new RegExp(`Expires on (${before}|${inDays(60)})`))).toHaveCount(1)
})

test('a coupon on a package is shown on the receipt', async ({ page, school }) => {
  const dialog = await openPackage(page, school, ARJUN, 4)
  await enterCoupon(dialog, 'NAMASTE10')
  await expectDetail(dialog, 'Discount (10%)', '−₹399.60')
  await expectDetail(dialog, 'Total', '₹3,682.71')
  await purchase(dialog)
  await payByUpi(page)
  await expect(page.getByText(SUCCESS_TEXT)).toBeVisible()
  await paymentsTable(page).getByRole('link', { name: 'Receipt for 4 class credits' }).click()
  const receipt = page.getByRole('article', { name: /^Receipt \d+$/ })
  await expect(receipt.getByRole('row', { name: 'Coupon NAMASTE10 (10%) −₹399.60' })).toBeVisible()
  await expect(receipt.getByRole('row', { name: 'Total paid ₹3,682.71' })).toBeVisible()
})

test('a free package is bought without the provider', async ({ page, school }) => {
  const dialog = await openPackage(page, school, ARJUN, 8)
  await enterCoupon(dialog, 'FREECLASS')
  await expectDetail(dialog, 'Total', '₹0')
  await dialog.getByRole('button', { name: 'Purchase Package' }).click()
  await expect(page.getByText(SUCCESS_TEXT)).toBeVisible()
  await expect(page.getByText('8 Classes Remaining')).toBeVisible()
  await expectSheetClosed(page)
  await expect(paymentsTable(page).getByRole('row').nth(1)).toContainText('Free')
})

test('declined, closed, reloaded, and paid in the end', async ({ page, school }) => {
  await purchase(await openPackage(page, school, ARJUN, 4))
  await payByCard(page, FAILS_FIRST)
  await expect(paymentSheet(page).getByRole('alert')).toContainText('declined')
  await page.keyboard.press('Escape')
  const pendingDialog = orderDialog(page, 'Your purchase isn’t paid yet')
  await expect(pendingDialog.getByRole('alert')).toHaveText(/^Payment failed: /)
  await page.reload()
  await expect(pendingDialog).toContainText('Pay to get your classes.')
  await pendingDialog.getByRole('button', { name: 'Continue payment' }).click()
  await payByCard(page, FAILS_FIRST)
  await expect(page.getByText(SUCCESS_TEXT)).toBeVisible()
  await expect(page.getByText('4 Classes Remaining')).toBeVisible()
  expect(await ordersOf(page, school)).toHaveLength(1)
})

test('a cancelled purchase leaves nothing behind', async ({ page, school }) => {
  await purchase(await openPackage(page, school, ARJUN, 4))
  await waitForSheet(page)
  await page.keyboard.press('Escape')
  const pendingDialog = orderDialog(page, 'Your purchase isn’t paid yet')
  await pendingDialog.getByRole('button', { name: 'Cancel this purchase' }).click()
  await expect(page.getByText('Purchase cancelled. If your bank still takes the payment')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Buy 4 Classes' })).toBeFocused()
  await expect(page.getByText('No payments yet.')).toBeVisible()
})

test('a double click creates one order and 4 credits', async ({ page, school }) => {
  const dialog = await openPackage(page, school, ARJUN, 4)
  await dialog.getByRole('textbox', { name: 'Phone' }).fill(PHONE)
  await dialog.getByRole('button', { name: 'Purchase Package' }).dblclick()
  await payByUpi(page)
  await expect(page.getByText('4 Classes Remaining')).toBeVisible()
  expect(await ordersOf(page, school)).toHaveLength(1)
})

test('a forged proof of payment buys nothing', async ({ page, school }) => {
  await holdWebhooks(school)
  await purchase(await openPackage(page, school, ARJUN, 4))
  await page.route('**/api/payment-success-bulk', async (route) => {
    const proof = route.request().postDataJSON() as Record<string, string>
    await route.continue({ postData: { ...proof, signature: 'f'.repeat(64) } })
  })
  await payByUpi(page)
  const failed = orderDialog(page, 'Your payment isn’t confirmed')
  await expect(failed.getByRole('alert')).toHaveText('Payment verification failed')
  await expect(failed).toContainText('If money has left your account, don’t pay again.')
  expect((await ordersOf(page, school))[0]).toMatchObject({ state: 'open' })
})

test('without a mouse', async ({ page, school }) => {
  await signInAsStudent(page, school, ARJUN)
  await tabTo(page, 'My Credits')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'My Credits' })).toBeFocused()
  await tabTo(page, 'Buy 8 Classes')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog').getByText('Total')).toBeVisible()
  await expect(page.getByRole('dialog').locator(':focus')).toHaveCount(1)
  await tabTo(page, 'Purchase Package')
  await page.keyboard.press('Enter')
  const form = await waitForSheet(page)
  await expect(form.getByLabel('Phone number')).toBeFocused()
  await page.keyboard.type(PHONE)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Tab')
  await page.keyboard.type('success@razorpay')
  await page.keyboard.press('Enter')
  await expect(page.getByText(SUCCESS_TEXT)).toBeVisible()
  await expect(page.getByText('8 Classes Remaining')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Buy 8 Classes' })).toBeFocused()
  await waitForOrderState(page, school, 'credited')
})

/** `Mon, 21 Dec 2026`, this many days from now in Kolkata. */
function inDays(days: number): string {
  const at = Date.now() + days * 86_400_000
  const part = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en-US', { timeZone: 'Asia/Kolkata', ...options }).format(at)
  return `${part({ weekday: 'short' })}, ${part({ day: 'numeric' })} ${part({ month: 'short' })} ${part({ year: 'numeric' })}`
}

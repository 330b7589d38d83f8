/**
 * The sandbox's checkout in a shop of another origin with a strict CSP: the interface of the
 * original script.
 */
import { createHmac } from 'node:crypto'
import type { FrameLocator, Page } from '@playwright/test'
import {
  expectSheetClosed,
  FAILS_FIRST,
  keepSheetOpen,
  type LogEntry,
  payButton,
  type Shop,
  startShop,
} from '../support/sandbox-shop.ts'
import { expect, test } from './fixtures.ts'

let shop: Shop
test.beforeAll(async () => {
  shop = await startShop()
})
test.afterAll(() => shop.stop())

async function fillCard(sheet: FrameLocator, number: string): Promise<void> {
  await sheet.getByLabel('Card number').fill(number)
  await sheet.getByLabel('Expiry').fill('12/40')
  await sheet.getByLabel('CVV').fill('123')
}

const log = (page: Page) => page.evaluate(() => window.log)
const names = async (page: Page) => (await log(page)).map(([name]) => name)

test('a declined card leaves the sheet open; the next attempt succeeds and returns a signature', async ({
  page,
}) => {
  const order = await shop.newOrder()
  const sheet = await shop.open(page, order)
  await expect(sheet.getByText('₹1,234.50').first()).toBeVisible()
  await expect(sheet.getByText('Test Mode', { exact: true })).toBeVisible()
  await fillCard(sheet, FAILS_FIRST)
  await payButton(sheet).click()
  await sheet.getByLabel('OTP').fill('1234')
  await page.keyboard.press('Enter')
  await expect(sheet.getByRole('alert')).toContainText('declined')
  await expect
    .poll(() => names(page))
    .toEqual(['render', 'payment.submit', 'payment.error', 'payment.failed'])
  const [, failed] = (await log(page)).at(-1) as LogEntry
  expect(failed?.error).toMatchObject({ reason: 'payment_declined', metadata: { order_id: order } })

  const closeSheet = await keepSheetOpen(page)
  await payButton(sheet).click()
  await sheet.getByLabel('OTP').fill('1234')
  await page.keyboard.press('Enter')
  await expect(sheet.getByText('Payment successful')).toBeVisible()
  await closeSheet()
  await expectSheetClosed(page)
  await expect.poll(() => names(page)).toContain('handler')
  const [, response] = (await log(page)).at(-1) as LogEntry
  const { razorpay_order_id, razorpay_payment_id, razorpay_signature, frames } = response as Record<
    string,
    unknown
  >
  const hmac = createHmac('sha256', shop.sandbox.keySecret)
    .update(`${order}|${razorpay_payment_id}`)
    .digest('hex')
  expect([razorpay_order_id, razorpay_signature, frames]).toEqual([order, hmac, 0])
  expect(await names(page)).not.toContain('dismiss')
  await expect(page.locator('#buy')).toBeFocused()
})

test('it can be used with the keyboard, and Tab stays in the sheet', async ({ page }) => {
  const sheet = await shop.open(page, await shop.newOrder())
  await expect(sheet.getByLabel('Card number')).toBeFocused()
  for (let presses = 0; presses < 25; presses += 1) {
    await page.keyboard.press(presses < 12 ? 'Tab' : 'Shift+Tab')
    await expect(page.locator('iframe')).toBeFocused()
    await expect(sheet.locator(':focus')).toHaveCount(1)
  }
  await sheet.getByRole('radio', { name: 'Card' }).focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Tab')
  await page.keyboard.type('success@razorpay')
  const closeSheet = await keepSheetOpen(page)
  await page.keyboard.press('Enter')
  await expect(sheet.getByText('Payment successful')).toBeVisible()
  await closeSheet()
  await expect.poll(() => names(page)).toContain('handler')
})

test('Escape and close() dismiss; a shop can disable Escape, and ask for confirmation', async ({ page }) => {
  const order = await shop.newOrder()
  await shop.open(page, order)
  await page.keyboard.press('Escape')
  await expectSheetClosed(page)
  await expect.poll(() => names(page)).toEqual(['render', 'dismiss'])
  await expect(page.locator('#buy')).toBeFocused()

  const modal = await shop.open(page, order, {
    modal: { escape: false },
    readonly: { contact: true, name: true },
    hidden: { email: true },
  })
  await expect(modal.getByLabel('Phone number')).not.toBeEditable()
  await expect(modal.getByLabel('Name on card')).not.toBeEditable()
  await expect(modal.getByLabel('E-mail')).toBeHidden()
  await page.keyboard.press('Escape')
  await expect(payButton(modal)).toBeVisible()
  await page.evaluate(() => window.checkout.close())
  await expectSheetClosed(page)

  const confirming = await shop.open(page, order, { modal: { confirm_close: true } })
  await confirming.getByRole('button', { name: 'Close checkout' }).click()
  await confirming.getByRole('button', { name: 'Continue to pay' }).click()
  await expect(payButton(confirming)).toBeVisible()
  await page.keyboard.press('Escape')
  await confirming.getByRole('button', { name: 'Yes, leave' }).click()
  await expectSheetClosed(page)
  await expect.poll(async () => (await names(page)).filter((name) => name === 'dismiss')).toHaveLength(3)
})

test('leaving at the bank fails the payment; without retries a failure closes the sheet', async ({
  page,
}) => {
  const order = await shop.newOrder()
  const sheet = await shop.open(page, order)
  await sheet.getByLabel('Netbanking').check()
  await sheet.getByLabel('Bank', { exact: true }).selectOption('HDFC')
  await payButton(sheet).click()
  await expect(sheet.getByRole('heading', { name: 'Welcome to HDFC Bank' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expectSheetClosed(page)
  await expect.poll(() => paymentsOf(order)).toEqual([['failed', 'payment_cancelled']])

  const withoutRetries = await shop.open(page, order, { retry: { enabled: false } })
  await withoutRetries.getByLabel('Netbanking').check()
  await withoutRetries.getByLabel('Bank', { exact: true }).selectOption('HDFC')
  await payButton(withoutRetries).click()
  await withoutRetries.getByRole('button', { name: 'Failure' }).click()
  await expectSheetClosed(page)
  await expect.poll(async () => (await names(page)).slice(-2)).toEqual(['payment.failed', 'dismiss'])
})

async function paymentsOf(order: string): Promise<unknown[]> {
  const state = (await (await fetch(`${shop.sandbox.url}/operator/api/state`)).json()) as {
    payments: { order_id: string; status: string; error_reason: string }[]
  }
  const payments = state.payments.filter((payment) => payment.order_id === order)
  return payments.map((payment) => [payment.status, payment.error_reason])
}

test('with redirect the shop receives a form instead of a callback', async ({ page }) => {
  const order = await shop.newOrder()
  const sheet = await shop.open(page, order, { callback_url: `${shop.url}paid`, redirect: true })
  await sheet.getByLabel('UPI', { exact: true }).check()
  await sheet.getByLabel('UPI ID').fill('success@razorpay')
  await payButton(sheet).click()
  await page.waitForURL(`${shop.url}paid`)
  expect(shop.posted.at(-1)).toMatch(
    new RegExp(`razorpay_payment_id=pay_\\w+&razorpay_order_id=${order}|razorpay_order_id=${order}`),
  )
})

test('invalid input is shown at its field, and only test values are accepted', async ({ page }) => {
  const sheet = await shop.open(page, await shop.newOrder(), { prefill: { contact: '12', email: '' } })
  await payButton(sheet).click()
  await expect(sheet.getByLabel('Phone number')).toBeFocused()
  for (const label of ['Phone number', 'E-mail', 'Card number', 'Expiry', 'CVV', 'Name on card']) {
    await expect(sheet.getByLabel(label)).toHaveAttribute('aria-invalid', 'true')
  }
  await sheet.getByLabel('Phone number').fill('+919000090001')
  await sheet.getByLabel('E-mail').fill('meera@example.test')
  await sheet.getByLabel('Name on card').fill('Meera Iyer')
  await fillCard(sheet, '4242 4242 4242 4242')
  await payButton(sheet).click()
  await expect(sheet.getByText('not one of the test cards')).toBeVisible()
  await sheet.getByText('Test cards and UPI IDs').click()
  await sheet.getByRole('button', { name: 'success@razorpay' }).click()
  await expect(sheet.getByLabel('UPI ID')).toHaveValue('success@razorpay')
})

test('messages of other origins are ignored, and invalid options are rejected', async ({ page }) => {
  const sheet = await shop.open(page, await shop.newOrder())
  await page.evaluate(() => {
    const paid = { razorpay_payment_id: 'pay_x', razorpay_order_id: 'order_x', razorpay_signature: 'x' }
    window.postMessage({ from: 'razorpay-sandbox', type: 'paid', data: paid }, '*')
    window.postMessage({ from: 'razorpay-sandbox', type: 'dismiss' }, '*')
  })
  await page.keyboard.press('Tab')
  await expect(payButton(sheet)).toBeVisible()
  expect(await names(page)).toEqual(['render'])
  await page.evaluate(() => window.checkout.close())

  const messages: string[] = []
  page.on('dialog', (dialog) => {
    messages.push(dialog.message())
    return dialog.dismiss()
  })
  const rejectionOf = (options: Record<string, unknown>) =>
    page.evaluate((given) => {
      try {
        window.pay(given)
      } catch (error) {
        return (error as Error).message
      }
      return undefined
    }, options)
  const cases = [
    await rejectionOf({ order_id: 'order_x' }),
    await rejectionOf({ key: 'k', order_id: 'order_x', currency: 'XXX' }),
  ]
  expect(cases).toEqual(['No key passed', 'The provided currency is not currently supported'])
  expect(messages).toEqual(cases)
})

test('an order that cannot be paid shows a message', async ({ page }) => {
  const order = await shop.newOrder()
  await shop.sandbox.operate({ do: 'pay', order_id: order })
  const sheet = await shop.open(page, order)
  await expect(sheet.getByText('already been paid')).toBeVisible()
  await sheet.getByRole('button', { name: 'Back to the shop' }).click()
  await expectSheetClosed(page)
  const unknown = await shop.open(page, 'order_29QQoUBi66xm2f')
  await expect(unknown.getByText('The id provided does not exist')).toBeVisible()
})

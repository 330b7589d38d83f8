/** The payment sheet and the operator's page. */
import { join } from 'node:path'
import {
  expectSheetClosed,
  FAILS_FIRST,
  keepSheetOpen,
  payButton,
  type Shop,
  startShop,
} from '../support/sandbox-shop.ts'
import { violationsOf, WCAG } from './axe.ts'
import { expect, test } from './fixtures.ts'

const SCREENSHOT_DIR = join(import.meta.dirname, '../shots-out/sandbox')

let shop: Shop
test.beforeAll(async () => {
  shop = await startShop()
})
test.afterAll(() => shop.stop())

/**
 * Creates data for the operator's page: pending refunds, payouts in two states, a planned failure,
 * held events.
 */
async function fillOperatorsPage(): Promise<string> {
  const order = await shop.newOrder({ receipt: 'tala-0001', notes: { class: 'Kathak' } })
  await shop.sandbox.operate({ do: 'pay', order_id: order, outcome: 'late_authorized', method: 'upi' })
  await shop.sandbox.operate({
    do: 'settings',
    settings: { refunds: 'stays_pending', webhooks: { hold: true } },
  })
  const { payment_id } = await shop.sandbox.operate({ do: 'pay', order_id: order })
  await shop.api(`payments/${payment_id}/refund`, { speed: 'optimum', amount: 20_000 })
  const { id: contact_id } = await shop.api('contacts', { name: 'Padma' })
  const vpa = { contact_id, account_type: 'vpa', vpa: { address: 'padma@okbank' } }
  const { id: fund_account_id } = await shop.api('fund_accounts', vpa)
  const payout = { account_number: '1', fund_account_id, currency: 'INR', mode: 'UPI', purpose: 'payout' }
  for (const amount of [99_900, 250_000]) {
    await shop.api(
      'payouts',
      { ...payout, amount },
      { 'x-payout-idempotency': `${payment_id.slice(4)}-${amount}` },
    )
  }
  await shop.sandbox.operate({ do: 'add_fault', kind: 'html', calls: 2, path: '/nowhere', carried_out: true })
  await shop.sandbox.operate({
    do: 'settings',
    settings: { refunds: 'processed', webhooks: { hold: false } },
  })
  return order
}

for (const [width, height] of [
  [390, 844],
  [1360, 900],
] as const) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test(`sheet and operator’s page at ${width} pixels, ${colorScheme}: no axe violations`, async ({
      page,
    }) => {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height })
      const check = async (name: string, fullPage = false) => {
        const path = join(SCREENSHOT_DIR, `${width}-${colorScheme}-${name}.png`)
        if (process.env.TALA_E2E_SHOTS) await page.screenshot({ path, fullPage })
        expect.soft(await violationsOf(page, WCAG), name).toEqual([])
        // The frame of a closing sheet may still be listed for a moment.
        const widest = () =>
          page
            .frames()
            .at(-1)
            ?.evaluate(() => document.documentElement.scrollWidth)
            .catch(() => Number.POSITIVE_INFINITY)
        await expect
          .configure({ soft: true })
          .poll(widest, `${name} runs off the side`)
          .toBeLessThanOrEqual(width)
      }
      const order = await shop.newOrder()
      const sheet = await shop.open(page, order, { theme: { color: '#F4C430' } })
      await check('form')
      await sheet.getByText('Test cards and UPI IDs').click()
      await check('help')
      await sheet.getByRole('button', { name: FAILS_FIRST }).click()
      await check('card')
      await payButton(sheet).click()
      await expect(sheet.getByLabel('OTP')).toBeVisible()
      await check('otp')
      await sheet.getByLabel('OTP').fill('12')
      await page.keyboard.press('Enter')
      await expect(sheet.getByRole('alert')).toBeVisible()
      await check('failed')
      await sheet.getByLabel('Netbanking').check()
      await sheet.getByLabel('Bank', { exact: true }).selectOption('SBIN')
      await check('netbanking')
      await payButton(sheet).click()
      await expect(sheet.getByRole('heading', { name: 'Welcome to State Bank of India' })).toBeVisible()
      await check('bank')
      await sheet.getByRole('button', { name: 'Cancel payment' }).click()
      await sheet.getByLabel('UPI', { exact: true }).check()
      await payButton(sheet).click()
      await expect(sheet.getByText('Please enter a UPI ID')).toBeVisible()
      await check('upi')
      await sheet.getByLabel('UPI ID').fill('success@razorpay')
      const closeSheet = await keepSheetOpen(page)
      await payButton(sheet).click()
      await expect(sheet.getByText('Payment successful')).toBeVisible()
      await check('done')
      await closeSheet()
      await expectSheetClosed(page)
      const unpayable = await shop.open(page, order)
      await expect(unpayable.getByText('already been paid')).toBeVisible()
      await check('trouble')
      const operatorText = await fillOperatorsPage()
      await page.goto(`${shop.sandbox.url}/operator`)
      await expect(page.getByRole('button', { name: `Pay again ${operatorText}` })).toBeVisible()
      await check('operator')
      await check('operator-all', true)
    })
  }
}

test('the operator pays an order and holds its webhooks', async ({ page }) => {
  const order = await shop.newOrder()
  await page.goto(`${shop.sandbox.url}/operator`)
  await page.getByLabel('hold new events').check()
  await expect(page.getByRole('status')).toHaveText('Set.')
  await page.getByLabel('Outcome').selectOption({ label: 'is declined, then succeeds' })
  await page.getByRole('button', { name: `Pay ${order}` }).press('Enter')
  await expect(page.getByRole('row', { name: new RegExp(`^${order}.*paid`) })).toBeVisible()
  await expect(page.getByRole('button', { name: `Pay again ${order}` })).toBeFocused()
  const held = page.getByRole('row', { name: /^order\.paid.*held/ })
  await expect(held.first()).toBeVisible()
  await page.getByRole('button', { name: 'Release all', exact: true }).click()
  await expect(held).toHaveCount(0)
  await expect(page.getByRole('row', { name: /^order\.paid.*delivered/ }).first()).toBeVisible()
  await page.getByLabel('hold new events').uncheck()
  await expect(page.getByRole('status')).toHaveText('Set.')
})

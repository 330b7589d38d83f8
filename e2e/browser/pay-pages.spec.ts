/**
 * Page checks of every state of paying, cancelling and rescheduling at two widths, light and dark:
 * no axe violations (WCAG 2.0 to 2.2, A and AA), no horizontal scrolling. Screenshots are in
 * `shots-out/`.
 */
import type { Page } from '@playwright/test'
import { advanceClock, operateSandbox } from '../support/api.ts'
import { waitForMailsInProgress } from '../support/database.ts'
import { ARJUN, MEERA } from '../support/people.ts'
import type { Tala } from '../support/tala.ts'
import { type CheckPage, checkPage, WIDTHS } from './a11y.ts'
import {
  confirmation,
  expect,
  firstBookableSlot,
  freeSlotButtons,
  openBooking,
  signInAsStudent,
  test,
} from './fixtures.ts'
import {
  enterCoupon,
  orderDialog,
  PHONE,
  payButton,
  payByUpi,
  paymentSheet,
  policyTextOf,
  waitForOrderState,
} from './payment.ts'

for (const { width, height } of WIDTHS) {
  test.describe(`${width} pixels`, () => {
    test.use({ viewport: { width, height } })
    test.setTimeout(180_000)
    const check = (page: Page, name: string) => checkPage(page, name)

    test('a class: price, coupon, held, declined, checked, paid, receipt', async ({ page, school }) => {
      await page.clock.install()
      await signInAsStudent(page, school, ARJUN)
      await checkPrices(page, school, check)
      await checkHeldSeat(page, school, check)
      await checkVerification(page, school, check)
      await page.goto(`${school.url}/booking#account`)
      await page.getByRole('link', { name: /^Receipt for/ }).click()
      await expect(page.getByRole('article', { name: /^Receipt/ })).toBeVisible()
      await check(page, 'pay-receipt')
      await page.goto(`${school.url}/booking/receipt/unknown`)
      await expect(page.getByText('We couldn’t find this receipt.')).toBeVisible()
      await check(page, 'pay-receipt-missing')
    })

    test('a package, and an expired order', async ({ page, school }) => {
      await page.clock.install()
      await signInAsStudent(page, school, MEERA)
      await page.goto(`${school.url}/booking#account`)
      await page.getByRole('button', { name: 'Buy 8 Classes' }).click()
      const dialog = page.getByRole('dialog', { name: 'Complete Bulk Package Purchase' })
      await expect(dialog.getByText('Total')).toBeVisible()
      await check(page, 'pay-package')
      await dialog.getByRole('button', { name: 'Purchase Package' }).click()
      await paymentSheet(page).getByRole('button', { name: 'Close checkout' }).click()
      const pendingDialog = orderDialog(page, 'Your purchase isn’t paid yet')
      await expect(pendingDialog).toBeVisible()
      await check(page, 'pay-package-waiting')
      await pendingDialog.getByRole('button', { name: 'Continue payment' }).click()
      await paymentSheet(page).getByLabel('Phone number').fill(PHONE)
      await payByUpi(page)
      await expect(page.getByText('Classes purchased successfully!')).toBeVisible()
      await page.clock.fastForward(10_000)
      await expect(page.getByText('Classes purchased successfully!')).toBeHidden()
      await check(page, 'pay-credits')

      await page.goto(`${school.url}/booking#dashboard`)
      const bookingDialog = await openBooking(page)
      await bookingDialog.getByText('Pay ₹1,022.98').first().click()
      await check(page, 'pay-choice')
      await payButton(bookingDialog).click()
      await paymentSheet(page).getByRole('button', { name: 'Close checkout' }).click()
      await expect(orderDialog(page, 'We’re holding this class for you')).toBeVisible()
      await advanceClock(school.url, 16)
      await page.clock.fastForward(16 * 60_000)
      await expect(orderDialog(page, 'Your time to pay has run out')).toBeVisible()
      await check(page, 'pay-over')
    })

    test('rescheduling and cancelling', async ({ page, school }) => {
      await page.clock.install()
      await signInAsStudent(page, school, ARJUN)
      await expect(freeSlotButtons(page).first()).toBeVisible()
      // A phone shows one day at a time, and the first may be too near for a refund.
      const nextDay = page.getByRole('button', { name: /^Go to / })
      if (await nextDay.isVisible()) await nextDay.click()
      await openBooking(page, freeSlotButtons(page).last())
      await payButton(page.getByRole('dialog')).click()
      await paymentSheet(page).getByLabel('Phone number').fill(PHONE)
      await payByUpi(page)
      await expect(confirmation(page)).toBeVisible()
      await waitForMailsInProgress(school.database)
      await checkRescheduling(page, school, check)
    })
  })
}

/** The booking dialog with a coupon, a new price, and a rejection. */
async function checkPrices(page: Page, school: Tala, check: CheckPage): Promise<void> {
  const slot = await firstBookableSlot(page)
  const dialog = await openBooking(page, slot)
  await expect(dialog.getByText('Total')).toBeVisible()
  await enterCoupon(dialog, 'nonsense')
  await expect(dialog.getByText('Invalid coupon code')).toBeVisible()
  await check(page, 'pay-coupon-wrong')
  await enterCoupon(dialog, 'NAMASTE10')
  await expect(dialog.getByText('Discount applied!')).toBeVisible()
  await school.database.run('UPDATE teachers SET rate_inr_minor = 109900')
  await dialog.getByRole('textbox', { name: 'Phone' }).fill(PHONE)
  await payButton(dialog).click()
  await expect(dialog.getByText(/^The price has changed/)).toBeVisible()
  await expect(dialog.getByText(await policyTextOf(slot))).toBeVisible()
  await check(page, 'pay-price-changed')
  await payButton(dialog).click()
}

/** The window closed after a failure, and the dialog closed. */
async function checkHeldSeat(page: Page, school: Tala, check: CheckPage): Promise<void> {
  await payByUpi(page, 'failure@razorpay')
  await expect(paymentSheet(page).getByRole('alert')).toBeVisible()
  await page.keyboard.press('Escape')
  const held = orderDialog(page, 'We’re holding this class for you')
  await expect(held.getByText(/^Payment failed: /)).toBeVisible()
  await check(page, 'pay-held')
  await held.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await check(page, 'pay-banner')
  await page.goto(`${school.url}/booking#account`)
  await expect(page.getByRole('button', { name: 'Continue payment' }).first()).toBeVisible()
  await page.keyboard.press('Escape')
}

/** The provider is unreachable: the payment is being checked; then it is booked. */
async function checkVerification(page: Page, school: Tala, check: CheckPage): Promise<void> {
  await operateSandbox(school, { do: 'settings', settings: { webhooks: { hold: true } } })
  await page.getByRole('button', { name: 'Continue payment' }).first().click()
  const held = orderDialog(page, 'We’re holding this class for you')
  await held.getByRole('button', { name: 'Continue payment' }).click()
  await operateSandbox(school, { do: 'add_fault', kind: '500', calls: 1000, method: 'GET' })
  await payByUpi(page)
  const dialog = orderDialog(page, 'We’re checking your payment')
  await expect(dialog).toBeVisible()
  await page.clock.fastForward(25_000)
  await expect(dialog.getByText(/^Your bank is taking longer than usual\./)).toBeVisible()
  await check(page, 'pay-checking')
  await waitForOrderState(page, school, 'checking')
  await dialog.getByRole('button', { name: 'Close' }).first().click()
  await expect(page.getByText('Checking with your bank')).toBeVisible()
  await check(page, 'pay-checking-credits')
  await operateSandbox(school, { do: 'clear_faults' })
  await advanceClock(school.url, 5)
  await waitForOrderState(page, school, 'booked')
  await page.clock.fastForward(30_000)
  await expect(page.getByRole('group', { name: 'An unfinished payment' })).toHaveCount(0)
}

async function checkRescheduling(page: Page, school: Tala, check: CheckPage): Promise<void> {
  const dialog = page.getByRole('dialog')
  await page.goto(`${school.url}/booking#activeclasses`)
  await page.getByRole('button', { name: /^Reschedule/ }).click()
  await expect(dialog.locator('[data-slot]').first()).toBeVisible()
  await check(page, 'change-move')
  // For the same reason.
  const days = dialog.getByRole('combobox', { name: 'Day' })
  if (await days.isVisible()) await days.selectOption({ index: 2 })
  await dialog.locator('[data-slot]').last().click()
  await expect(dialog.getByRole('button', { name: 'Move the class' })).toBeVisible()
  await check(page, 'change-move-check')
  await dialog.getByRole('button', { name: 'Move the class' }).click()
  await expect(page.getByRole('dialog', { name: 'Your class has moved' })).toBeVisible()
  await check(page, 'change-moved')
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await check(page, 'change-active')
  await page.getByRole('button', { name: /^Cancel class/ }).click()
  await expect(dialog.getByText(/^We’ll refund ₹1,022\.98/)).toBeVisible()
  await check(page, 'change-cancel')
  await dialog.getByRole('button', { name: 'Cancel class' }).click()
  await expect(page.getByRole('dialog', { name: 'Your class is cancelled' })).toBeVisible()
  await check(page, 'change-cancelled')
  await waitForOrderState(page, school, 'refunded')
  await page.goto(`${school.url}/booking#history`)
  await page.reload()
  await expect(page.getByText('Refund of ₹1,022.98 started.')).toBeVisible()
  await check(page, 'change-past')
  await page.goto(`${school.url}/booking#account`)
  await expect(page.getByText('Refund started', { exact: true })).toBeVisible()
  await check(page, 'change-credits')
}

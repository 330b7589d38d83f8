/** Paying for one class: by card and UPI, with failures, with a coupon, and without a mouse. */
import { type Booking, callOk, mailRecipients, readMailbox } from '../support/api.ts'
import { ARJUN, MEERA, PADMA, SOFIA } from '../support/people.ts'
import { checkLedger } from '../support/tala.ts'
import {
  confirmation,
  expect,
  expectDetail,
  firstBookableSlot,
  freeSlotButtons,
  menuLink,
  openBooking,
  signInAsStudent,
  tabTo,
  tabUntil,
  test,
  tokenOf,
} from './fixtures.ts'
import {
  CARD_FROM_ABROAD,
  DECLINED_CARD,
  enterCoupon,
  expectSheetClosed,
  FAILS_FIRST,
  holdWebhooks,
  orderDialog,
  ordersOf,
  PHONE,
  payButton,
  payByCard,
  payByUpi,
  paymentSheet,
  policyTextOf,
  priceLine,
  startPaying,
  waitForOrderState,
  waitForSheet,
} from './payment.ts'

test.afterEach(async ({ school }) => {
  expect(await checkLedger(school.settings)).toBe('Ledger check: balanced\n')
})

test('by card: the price line by line, the same policy in the dialog, the mail and the cancellation dialog', async ({
  page,
  school,
}) => {
  await signInAsStudent(page, school, ARJUN)
  const slot = await firstBookableSlot(page)
  const dialog = await openBooking(page, slot)
  await expect(dialog.getByText('Insufficient Credits')).toBeVisible()
  await expectDetail(dialog, 'Class price', '₹999')
  await expectDetail(dialog, 'Platform fee', '₹99.90 ₹99.90 waived, you pay₹0')
  await expectDetail(dialog, 'Payment provider fee (2.4%)', '₹23.98')
  await expectDetail(dialog, 'Total', '₹1,022.98')
  const policy = (await dialog.getByText(await policyTextOf(slot)).textContent()) ?? ''
  await dialog.getByRole('textbox', { name: 'Phone' }).fill(PHONE)
  await dialog.getByRole('button', { name: 'Pay ₹1,022.98' }).click()

  const form = await waitForSheet(page)
  await expect(form.getByText('₹1,022.98').first()).toBeVisible()
  await expect(form.getByText(/^Private class, /)).toBeVisible()
  await expect(form.getByLabel('Phone number')).toHaveValue(PHONE)
  await expect(form.getByLabel('E-mail')).toHaveValue(ARJUN.email)
  await expect(page.locator('[data-slot]').filter({ hasText: /Held for you 1[45]:\d\d/ })).toHaveCount(1)
  await payByCard(page)

  const card = confirmation(page)
  await expect(card).toBeVisible()
  await expect(card.getByText(`We’ve emailed a confirmation to ${ARJUN.email}.`)).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect.poll(() => mailRecipients(school.url)).toEqual([ARJUN.email, PADMA.email])
  const mails = await readMailbox(school.url)
  expect(mails.find((mail) => mail.to === ARJUN.email)?.text).toContain(policy)
  await menuLink(page, 'Active Classes').click()
  await page.getByRole('button', { name: /^Cancel class/ }).click()
  await expect(page.getByRole('dialog').getByText(policy)).toBeVisible()
})

test('by UPI: one order, one booking, one mail to each', async ({ page, school }) => {
  await signInAsStudent(page, school, ARJUN)
  const id = await startPaying(page)
  await payByUpi(page)
  await expect(confirmation(page)).toBeVisible()
  const [order, ...others] = await ordersOf(page, school)
  expect(order).toMatchObject({ state: 'booked', amount: 102_298 })
  expect(others).toEqual([])
  await confirmation(page).getByRole('button', { name: 'Back to Dashboard' }).click()
  await expect(freeSlotButtons(page).first()).toBeVisible()
  await expect(page.locator(`[data-slot="${id}"]`)).toHaveCount(0)
  await expect.poll(() => mailRecipients(school.url)).toEqual([ARJUN.email, PADMA.email])
})

test('declined, then paid with the next attempt in the same window', async ({ page, school }) => {
  await signInAsStudent(page, school, ARJUN)
  await startPaying(page)
  await payByCard(page, FAILS_FIRST)
  await expect(paymentSheet(page).getByRole('alert')).toContainText('declined')
  await paymentSheet(page).getByRole('button', { name: /^Pay/ }).click()
  await paymentSheet(page).getByLabel('OTP').fill('1234')
  await page.keyboard.press('Enter')
  await expect(confirmation(page)).toBeVisible()
  await expect(page.getByText(/Payment failed/)).toHaveCount(0)
  expect(await ordersOf(page, school)).toHaveLength(1)
})

test('declined and closed: the reason is shown, the seat is held, and another attempt is possible', async ({
  page,
  school,
}) => {
  await signInAsStudent(page, school, ARJUN)
  const id = await startPaying(page)
  await payByCard(page, DECLINED_CARD)
  await expect(paymentSheet(page).getByRole('alert')).toContainText('declined')
  await page.keyboard.press('Escape')
  const heldDialog = orderDialog(page, 'We’re holding this class for you')
  await expect(heldDialog.getByRole('alert')).toHaveText(/^Payment failed: .*declined/)
  await expect(heldDialog.getByText(/Held for 14:\d\d/)).toBeVisible()
  await heldDialog.getByRole('button', { name: 'Continue payment' }).click()
  await payByUpi(page)
  await expect(confirmation(page)).toBeVisible()
  expect(await ordersOf(page, school)).toHaveLength(1)
  await expect(page.locator(`[data-slot="${id}"]`)).toHaveCount(0)
})

test('a coupon: empty, invalid, valid, removed and added again', async ({ page, school }) => {
  await signInAsStudent(page, school, ARJUN)
  const dialog = await openBooking(page)
  await enterCoupon(dialog, '')
  await expect(dialog.getByText('Please enter a coupon code')).toBeVisible()
  await enterCoupon(dialog, 'nonsense')
  await expect(dialog.getByText('Invalid coupon code')).toBeVisible()
  await enterCoupon(dialog, 'namaste10')
  await expect(dialog.getByText('Discount applied!')).toBeVisible()
  await expect(dialog.getByText('NAMASTE10: 10% off')).toBeVisible()
  await expectDetail(dialog, 'Discount (10%)', '−₹99.90')
  await expectDetail(dialog, 'Total', '₹920.68')
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await expectDetail(dialog, 'Total', '₹1,022.98')
  await enterCoupon(dialog, 'NAMASTE10')
  await expectDetail(dialog, 'Total', '₹920.68')
  await dialog.getByRole('textbox', { name: 'Phone' }).fill(PHONE)
  await payButton(dialog).click()
  await payByUpi(page)
  await expect(confirmation(page)).toBeVisible()
  expect((await ordersOf(page, school))[0]).toMatchObject({ state: 'booked', amount: 92_068 })
})

test('a coupon of 100 %: booked without the provider', async ({ page, school }) => {
  await signInAsStudent(page, school, ARJUN)
  const dialog = await openBooking(page)
  await enterCoupon(dialog, 'FREECLASS')
  await expectDetail(dialog, 'Total', '₹0')
  await dialog.getByRole('button', { name: 'Book for free' }).click()
  await expect(confirmation(page)).toBeVisible()
  await expectSheetClosed(page)
  expect((await ordersOf(page, school))[0]).toMatchObject({ state: 'booked', amount: 0, orderId: null })
})

test('a student with credits can pay with money', async ({ page, school }) => {
  await signInAsStudent(page, school, MEERA)
  const dialog = await openBooking(page)
  await expect(dialog.getByRole('radio', { name: 'Use 1 credit' })).toBeChecked()
  await dialog.getByText('Pay ₹1,022.98').click()
  await dialog.getByRole('textbox', { name: 'Phone' }).fill(PHONE)
  await payButton(dialog).click()
  await payByUpi(page)
  await expect(confirmation(page)).toBeVisible()
  await menuLink(page, 'My Credits').click()
  await expect(page.getByText('9 Classes Remaining')).toBeVisible()
})

test('a double click creates one order and holds one seat', async ({ page, school }) => {
  await signInAsStudent(page, school, ARJUN)
  const dialog = await openBooking(page)
  await dialog.getByRole('textbox', { name: 'Phone' }).fill(PHONE)
  await payButton(dialog).dblclick()
  await payByUpi(page)
  await expect(confirmation(page)).toBeVisible()
  expect(await ordersOf(page, school)).toHaveLength(1)
})

test('if the price has risen, nothing is charged before the student accepts the new price', async ({
  page,
  school,
}) => {
  await signInAsStudent(page, school, ARJUN)
  const dialog = await openBooking(page)
  await expect(priceLine(dialog, 'Total')).toHaveText('₹1,022.98')
  await dialog.getByRole('textbox', { name: 'Phone' }).fill(PHONE)
  await school.database.run('UPDATE teachers SET rate_inr_minor = 109900')
  await payButton(dialog).click()
  await expect(dialog.getByRole('alert')).toHaveText(
    'The price has changed. This is the new one. Nothing was charged.',
  )
  await expect(priceLine(dialog, 'Total')).toHaveText('₹1,125.38')
  await expectSheetClosed(page)
  expect(await ordersOf(page, school)).toEqual([])
  await dialog.getByRole('button', { name: 'Pay ₹1,125.38' }).click()
  await payByUpi(page)
  await expect(confirmation(page)).toBeVisible()
  expect((await ordersOf(page, school))[0]).toMatchObject({ state: 'booked', amount: 112_538 })
})

test.describe('abroad', () => {
  test.use({ timezoneId: 'America/Los_Angeles', locale: 'en-US' })

  test('in dollars, with the service fee after two months and the cancellation policy', async ({
    page,
    school,
  }) => {
    await signInAsStudent(page, school, SOFIA)
    const slot = await firstBookableSlot(page)
    const dialog = await openBooking(page, slot)
    await dialog.getByText('Pay $28.09').click()
    await expectDetail(dialog, 'Class price', '$24.99')
    await expectDetail(dialog, 'Platform fee', '$2.50')
    await expectDetail(dialog, 'Payment provider fee (2.4%)', '$0.60')
    await expectDetail(dialog, 'Total', '$28.09')
    await expect(dialog.getByText(await policyTextOf(slot))).toBeVisible()
    await dialog.getByRole('textbox', { name: 'Phone' }).fill('+1 415 555 2671')
    await dialog.getByRole('button', { name: 'Pay $28.09' }).click()
    await payByCard(page, CARD_FROM_ABROAD)
    await expect(confirmation(page)).toBeVisible()
    expect((await ordersOf(page, school))[0]).toMatchObject({ state: 'booked', amount: 2_809 })
  })
})

test('without a mouse, from the free slot to the confirmation', async ({ page, school }) => {
  await holdWebhooks(school)
  await signInAsStudent(page, school, ARJUN)
  const slot = await firstBookableSlot(page)
  await tabUntil(page, () => slot.evaluate((button) => button === document.activeElement))
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Book Your Class' })
  await expect(dialog.locator(':focus')).toHaveCount(1)
  await tabUntil(page, () => page.evaluate(() => document.activeElement?.getAttribute('type') === 'tel'))
  await page.keyboard.type(PHONE)
  await tabUntil(page, () =>
    page.evaluate(
      () =>
        document.activeElement?.id !== '' &&
        document.activeElement?.getAttribute('autocapitalize') === 'characters',
    ),
  )
  await page.keyboard.type('namaste10')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Discount applied!')).toBeVisible()
  await tabTo(page, 'Pay ₹920.68')
  await page.keyboard.press('Enter')

  const form = await waitForSheet(page)
  await expect(form.getByLabel('Card number')).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Tab')
  await page.keyboard.type('failure@razorpay')
  await page.keyboard.press('Enter')
  await expect(form.getByRole('alert')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('heading', { name: 'We’re holding this class for you' })).toBeFocused()
  await expect(page.getByRole('button', { name: 'Continue payment' })).toBeEnabled()
  await tabTo(page, 'Continue payment')
  await page.keyboard.press('Enter')
  await expect(form.getByLabel('Card number')).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Tab')
  await page.keyboard.type('success@razorpay')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Your class is booked' })).toBeFocused()
  await expect(page.getByText('This page stays open.')).toBeVisible()
  await waitForOrderState(page, school, 'booked')
  const active = await callOk<Booking[]>(school.url, '/api/active-classes', { token: await tokenOf(page) })
  expect(active).toHaveLength(1)
})

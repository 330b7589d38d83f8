/** Paying for one class: by card and by UPI, with and without luck, with a coupon, and without a mouse. */
import { ask, type Booking, readMailbox, receivers } from '../support/api.ts'
import { ARJUN, MEERA, PADMA, SOFIA } from '../support/people.ts'
import { booksAgree } from '../support/tala.ts'
import {
  confirmation,
  expect,
  expectFact,
  menu,
  openBooking,
  signInAsStudent,
  slots,
  soonest,
  tabTo,
  tabUntil,
  test,
  tokenOf,
} from './fixtures.ts'
import {
  CARD_FROM_ABROAD,
  DECLINED_CARD,
  enterCoupon,
  FAILS_FIRST,
  holdWebhooks,
  line,
  orderBecomes,
  ordersOf,
  PHONE,
  payButton,
  payByCard,
  payByUpi,
  promiseOf,
  sheet,
  sheetIsGone,
  sheetOpens,
  stage,
  startPaying,
} from './paying.ts'

test.afterEach(async ({ school }) => {
  expect(await booksAgree(school.settings)).toBe('The books agree.\n')
})

test('by card: the price line by line, one promise in the dialog, the mail and the cancelling', async ({
  page,
  school,
}) => {
  await signInAsStudent(page, school, ARJUN)
  const slot = await soonest(page)
  const dialog = await openBooking(page, slot)
  await expect(dialog.getByText('Insufficient Credits')).toBeVisible()
  await expectFact(dialog, 'Class price', '₹999')
  await expectFact(dialog, 'Service fee', '₹99.90 ₹99.90 waived, you pay₹0')
  await expectFact(dialog, 'Payment provider fee (2.4%)', '₹23.98')
  await expectFact(dialog, 'Total', '₹1,022.98')
  const promise = (await dialog.getByText(await promiseOf(slot)).textContent()) ?? ''
  await dialog.getByRole('textbox', { name: 'Phone' }).fill(PHONE)
  await dialog.getByRole('button', { name: 'Pay ₹1,022.98' }).click()

  const form = await sheetOpens(page)
  await expect(form.getByText('₹1,022.98').first()).toBeVisible()
  await expect(form.getByText(/^Private class, /)).toBeVisible()
  await expect(form.getByLabel('Phone number')).toHaveValue(PHONE)
  await expect(form.getByLabel('E-mail')).toHaveValue(ARJUN.email)
  await expect(page.locator('[data-slot]').filter({ hasText: /Held for you 1[45]:\d\d/ })).toHaveCount(1)
  await payByCard(page)

  const card = confirmation(page)
  await expect(card).toBeVisible()
  await expect(card.getByText(`A confirmation was sent to ${ARJUN.email}.`)).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect.poll(() => receivers(school.url)).toEqual([ARJUN.email, PADMA.email])
  const mails = await readMailbox(school.url)
  expect(mails.find((mail) => mail.to === ARJUN.email)?.text).toContain(promise)
  await menu(page, 'Active Classes').click()
  await page.getByRole('button', { name: /^Cancel class/ }).click()
  await expect(page.getByRole('dialog').getByText(promise)).toBeVisible()
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
  await expect(slots(page).first()).toBeVisible()
  await expect(page.locator(`[data-slot="${id}"]`)).toHaveCount(0)
  await expect.poll(() => receivers(school.url)).toEqual([ARJUN.email, PADMA.email])
})

test('declined, then paid with the next try in the same window', async ({ page, school }) => {
  await signInAsStudent(page, school, ARJUN)
  await startPaying(page)
  await payByCard(page, FAILS_FIRST)
  await expect(sheet(page).getByRole('alert')).toContainText('declined')
  await sheet(page).getByRole('button', { name: /^Pay/ }).click()
  await sheet(page).getByLabel('OTP').fill('1234')
  await page.keyboard.press('Enter')
  await expect(confirmation(page)).toBeVisible()
  await expect(page.getByText(/Payment failed/)).toHaveCount(0)
  expect(await ordersOf(page, school)).toHaveLength(1)
})

test('declined and closed: it says why, keeps the seat, and takes another try', async ({ page, school }) => {
  await signInAsStudent(page, school, ARJUN)
  const id = await startPaying(page)
  await payByCard(page, DECLINED_CARD)
  await expect(sheet(page).getByRole('alert')).toContainText('declined')
  await page.keyboard.press('Escape')
  const waiting = stage(page, 'Your seat is waiting')
  await expect(waiting.getByRole('alert')).toHaveText(/^Payment failed: .*declined/)
  await expect(waiting.getByText(/Held for you 14:\d\d/)).toBeVisible()
  await waiting.getByRole('button', { name: 'Continue payment' }).click()
  await payByUpi(page)
  await expect(confirmation(page)).toBeVisible()
  expect(await ordersOf(page, school)).toHaveLength(1)
  await expect(page.locator(`[data-slot="${id}"]`)).toHaveCount(0)
})

test('a coupon: empty, wrong, right, taken off and put on again', async ({ page, school }) => {
  await signInAsStudent(page, school, ARJUN)
  const dialog = await openBooking(page)
  await enterCoupon(dialog, '')
  await expect(dialog.getByText('Please enter a coupon code')).toBeVisible()
  await enterCoupon(dialog, 'nonsense')
  await expect(dialog.getByText('Invalid coupon code')).toBeVisible()
  await enterCoupon(dialog, 'namaste10')
  await expect(dialog.getByText('Discount applied!')).toBeVisible()
  await expect(dialog.getByText('NAMASTE10: 10% off')).toBeVisible()
  await expectFact(dialog, 'Discount (10%)', '−₹99.90')
  await expectFact(dialog, 'Total', '₹920.68')
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await expectFact(dialog, 'Total', '₹1,022.98')
  await enterCoupon(dialog, 'NAMASTE10')
  await expectFact(dialog, 'Total', '₹920.68')
  await dialog.getByRole('textbox', { name: 'Phone' }).fill(PHONE)
  await payButton(dialog).click()
  await payByUpi(page)
  await expect(confirmation(page)).toBeVisible()
  expect((await ordersOf(page, school))[0]).toMatchObject({ state: 'booked', amount: 92_068 })
})

test('a coupon for everything: booked without the provider', async ({ page, school }) => {
  await signInAsStudent(page, school, ARJUN)
  const dialog = await openBooking(page)
  await enterCoupon(dialog, 'FREECLASS')
  await expectFact(dialog, 'Total', '₹0')
  await dialog.getByRole('button', { name: 'Book for free' }).click()
  await expect(confirmation(page)).toBeVisible()
  await sheetIsGone(page)
  expect((await ordersOf(page, school))[0]).toMatchObject({ state: 'booked', amount: 0, orderId: null })
})

test('who has credits may pay with money all the same', async ({ page, school }) => {
  await signInAsStudent(page, school, MEERA)
  const dialog = await openBooking(page)
  await expect(dialog.getByRole('radio', { name: 'Use 1 credit' })).toBeChecked()
  await dialog.getByText('Pay ₹1,022.98').click()
  await dialog.getByRole('textbox', { name: 'Phone' }).fill(PHONE)
  await payButton(dialog).click()
  await payByUpi(page)
  await expect(confirmation(page)).toBeVisible()
  await menu(page, 'My Credits').click()
  await expect(page.getByText('9 Classes Remaining')).toBeVisible()
})

test('pressed twice: one order, and one seat held', async ({ page, school }) => {
  await signInAsStudent(page, school, ARJUN)
  const dialog = await openBooking(page)
  await dialog.getByRole('textbox', { name: 'Phone' }).fill(PHONE)
  await payButton(dialog).dblclick()
  await payByUpi(page)
  await expect(confirmation(page)).toBeVisible()
  expect(await ordersOf(page, school)).toHaveLength(1)
})

test('the price has risen meanwhile: nothing is charged before the new one has been agreed to', async ({
  page,
  school,
}) => {
  await signInAsStudent(page, school, ARJUN)
  const dialog = await openBooking(page)
  await expect(line(dialog, 'Total')).toHaveText('₹1,022.98')
  await dialog.getByRole('textbox', { name: 'Phone' }).fill(PHONE)
  await school.database.run('UPDATE teachers SET rate_inr_minor = 109900')
  await payButton(dialog).click()
  await expect(dialog.getByRole('alert')).toHaveText(
    'The price has changed since you opened this. Here is the new one; nothing was charged.',
  )
  await expect(line(dialog, 'Total')).toHaveText('₹1,125.38')
  await sheetIsGone(page)
  expect(await ordersOf(page, school)).toEqual([])
  await dialog.getByRole('button', { name: 'Pay ₹1,125.38' }).click()
  await payByUpi(page)
  await expect(confirmation(page)).toBeVisible()
  expect((await ordersOf(page, school))[0]).toMatchObject({ state: 'booked', amount: 112_538 })
})

test.describe('abroad', () => {
  test.use({ timezoneId: 'America/Los_Angeles', locale: 'en-US' })

  test('in dollars, with the service fee once two months are over, and the promise on both clocks', async ({
    page,
    school,
  }) => {
    await signInAsStudent(page, school, SOFIA)
    const slot = await soonest(page)
    const dialog = await openBooking(page, slot)
    await dialog.getByText('Pay $28.09').click()
    await expectFact(dialog, 'Class price', '$24.99')
    await expectFact(dialog, 'Service fee', '$2.50')
    await expectFact(dialog, 'Payment provider fee (2.4%)', '$0.60')
    await expectFact(dialog, 'Total', '$28.09')
    await expect(dialog.getByText(await promiseOf(slot, 'E[SD]T \\(.* your time\\)'))).toBeVisible()
    await dialog.getByRole('textbox', { name: 'Phone' }).fill('+1 415 555 2671')
    await dialog.getByRole('button', { name: 'Pay $28.09' }).click()
    await payByCard(page, CARD_FROM_ABROAD)
    await expect(confirmation(page)).toBeVisible()
    expect((await ordersOf(page, school))[0]).toMatchObject({ state: 'booked', amount: 2_809 })
  })
})

test('without a mouse, from the free hour to the confirmation', async ({ page, school }) => {
  await holdWebhooks(school)
  await signInAsStudent(page, school, ARJUN)
  const slot = await soonest(page)
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

  const form = await sheetOpens(page)
  await expect(form.getByLabel('Card number')).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Tab')
  await page.keyboard.type('failure@razorpay')
  await page.keyboard.press('Enter')
  await expect(form.getByRole('alert')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('heading', { name: 'Your seat is waiting' })).toBeFocused()
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
  await orderBecomes(page, school, 'booked')
  const active = await ask<Booking[]>(school.url, '/api/active-classes', { token: await tokenOf(page) })
  expect(active).toHaveLength(1)
})

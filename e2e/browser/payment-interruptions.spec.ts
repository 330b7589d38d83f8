/** Interrupted payments: reloads, closed tabs, lost connections, seats held by others, expired orders. */
import type { Page } from '@playwright/test'
import { advanceClock, type Booking, callOk, operateSandbox, readMailbox } from '../support/api.ts'
import { ARJUN, MEERA } from '../support/people.ts'
import { keepSheetOpen } from '../support/sandbox-shop.ts'
import { checkLedger, type Tala } from '../support/tala.ts'
import {
  confirmation,
  confirmButton,
  expect,
  firstBookableSlot,
  freeSlotButtons,
  menuLink,
  openBooking,
  signInAsStudent,
  slotIdOf,
  test,
  tokenOf,
} from './fixtures.ts'
import {
  expectSheetClosed,
  holdWebhooks,
  orderDialog,
  ordersOf,
  payButton,
  payByCard,
  payByUpi,
  paymentSheet,
  startPaying,
  waitForOrderState,
} from './payment.ts'

test.afterEach(async ({ school }) => {
  expect(await checkLedger(school.settings)).toBe('Ledger check: balanced\n')
})

const HOLD_MINUTES = 15

function activeClasses(school: Tala, token: string): Promise<Booking[]> {
  return callOk<Booking[]>(school.url, '/api/active-classes', { token })
}

test('after a reload during payment the seat is still held, and payment continues', async ({
  page,
  school,
}) => {
  await signInAsStudent(page, school, ARJUN)
  const id = await startPaying(page)
  await page.reload()
  const heldDialog = orderDialog(page, 'We’re holding this class for you')
  await expect(heldDialog.getByText(/Held for 14:\d\d/)).toBeVisible()
  await heldDialog.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  const banner = page.getByRole('group', { name: 'An unfinished payment' })
  await expect(banner).toContainText(/Your .* class on .* isn’t paid yet\. We’re holding it for 14:\d\d/)
  await page.locator(`[data-slot="${id}"]`).click()
  await heldDialog.getByRole('button', { name: 'Continue payment' }).click()
  await payByUpi(page)
  await expect(confirmation(page)).toBeVisible()
  await expect(banner).toHaveCount(0)
  expect(await ordersOf(page, school)).toHaveLength(1)
})

test('if the tab is closed after paying, the webhook books, and the next visit shows the class', async ({
  page,
  context,
  school,
}) => {
  await signInAsStudent(page, school, ARJUN)
  const token = await tokenOf(page)
  // Confirmations by the page never reach the server.
  await page.route('**/api/payment-success', () => undefined)
  await startPaying(page)
  await keepSheetOpen(page)
  await payByUpi(page)
  await expect(paymentSheet(page).getByText('Payment successful')).toBeVisible()
  await page.close()
  await expect.poll(() => activeClasses(school, token)).toHaveLength(1)
  await expect.poll(async () => (await readMailbox(school.url)).length).toBe(2)

  const newTab = await context.newPage()
  await newTab.goto(`${school.url}/booking`)
  await expect(confirmation(newTab)).toBeVisible()
  expect(await readMailbox(school.url)).toHaveLength(2)
})

test('a UPI payment approved in the app after closing the window is booked', async ({ page, school }) => {
  await page.clock.install()
  await signInAsStudent(page, school, ARJUN)
  await startPaying(page)
  const orderId = (await ordersOf(page, school))[0]?.orderId
  await paymentSheet(page).getByRole('button', { name: 'Close checkout' }).click()
  await expect(orderDialog(page, 'We’re holding this class for you')).toBeVisible()
  await operateSandbox(school, { do: 'pay', order_id: orderId, method: 'upi', outcome: 'captured' })
  await waitForOrderState(page, school, 'booked')
  await page.clock.fastForward(15_000)
  await expect(confirmation(page)).toBeVisible()
})

test('if the connection fails while the payment is confirmed, the confirmation is sent when it is back', async ({
  page,
  school,
}) => {
  await holdWebhooks(school)
  await page.clock.install()
  await signInAsStudent(page, school, ARJUN)
  await startPaying(page)
  let isOffline = true
  let lostRequests = 0
  await page.route('**/api/payment-success', async (route) => {
    if (!isOffline) return route.continue()
    lostRequests += 1
    return route.abort()
  })
  await payByUpi(page)
  const checkingDialog = orderDialog(page, 'We’re checking your payment')
  await expect(checkingDialog.getByText('Please don’t pay again.')).toBeVisible()
  await page.clock.fastForward(30_000)
  await expect(checkingDialog.getByText(new RegExp(`email ${ARJUN.email} either way`))).toBeVisible()
  await expect.poll(() => lostRequests, 'it tries again by itself').toBeGreaterThan(1)
  isOffline = false
  await page.clock.fastForward(30_000)
  await expect(confirmation(page)).toBeVisible()
  expect(await ordersOf(page, school)).toHaveLength(1)
})

test('the provider’s proof survives a reload while the connection is down', async ({ page, school }) => {
  await holdWebhooks(school)
  await signInAsStudent(page, school, ARJUN)
  await startPaying(page)
  await page.route('**/api/payment-success', (route) => route.abort())
  await payByUpi(page)
  await expect(orderDialog(page, 'We’re checking your payment')).toBeVisible()
  expect((await ordersOf(page, school))[0]).toMatchObject({ state: 'open' })
  await page.reload()
  await page.unroute('**/api/payment-success')
  await expect(confirmation(page)).toBeVisible()
})

test('while the provider is unreachable the payment is checked, cannot be repeated, and is booked in the end', async ({
  page,
  school,
}) => {
  await holdWebhooks(school)
  await page.clock.install()
  await signInAsStudent(page, school, ARJUN)
  const paid = await startPaying(page)
  await operateSandbox(school, { do: 'add_fault', kind: '500', calls: 1000, method: 'GET' })
  await payByCard(page)
  const checking = orderDialog(page, 'We’re checking your payment')
  await expect(checking).toBeVisible()
  await waitForOrderState(page, school, 'checking')
  await checking.getByRole('button', { name: 'Close' }).first().click()
  const banner = page.getByRole('group', { name: 'An unfinished payment' })
  await expect(banner).toContainText('We’re checking your payment with the bank.')
  // Another class can be paid for meanwhile; after cancelling that, the first payment is shown
  // again.
  const others = freeSlotButtons(page).and(page.locator(`:not([data-slot="${paid}"])`))
  const dialog = await openBooking(page, others.nth(1))
  await expect(payButton(dialog)).toBeEnabled()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(banner).toBeVisible()
  await menuLink(page, 'My Credits').click()
  await expect(page.getByRole('table', { name: 'Your payments' })).toContainText('Checking with your bank')

  await operateSandbox(school, { do: 'clear_faults' })
  await advanceClock(school.url, 5)
  await waitForOrderState(page, school, 'booked')
  await page.clock.fastForward(30_000)
  await expect(banner).toHaveCount(0)
  await expect(page.getByRole('table', { name: 'Your payments' })).toContainText('Paid')
})

test('if two students pay for one class, one can pay, the other sees an error and chooses again', async ({
  page,
  openBrowser,
  school,
}) => {
  const other = await openBrowser()
  await signInAsStudent(other, school, MEERA)
  await signInAsStudent(page, school, ARJUN)
  const slot = await firstBookableSlot(other)
  const id = await slotIdOf(slot)
  const dialog = await openBooking(other, slot)
  // A background refetch would remove the slot before the student presses the button.
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await other.route('**/api/teacher/*/available-slots*', async (route) => {
    await released
    await route.continue()
  })
  await startPaying(page, page.locator(`[data-slot="${id}"]`))
  await confirmButton(dialog).click()
  await expect(dialog.getByRole('alert')).toContainText(
    'Another student is paying for this class right now. Please choose another class, or try again in a few minutes.',
  )
  release()
  await dialog.getByRole('button', { name: 'Choose another time' }).click()
  await expect(other.locator(`[data-slot="${id}"]`)).toHaveCount(0)

  await page.keyboard.press('Escape')
  await orderDialog(page, 'We’re holding this class for you')
    .getByRole('button', { name: 'Release this class' })
    .click()
  await expect(page.getByText('If your bank still takes the payment')).toBeVisible()
  await other.reload()
  await confirmButton(await openBooking(other, other.locator(`[data-slot="${id}"]`))).click()
  await expect(confirmation(other)).toBeVisible()
})

/** Starts a payment, closes the window, and lets the order expire. */
async function letOrderExpire(page: Page, school: Tala): Promise<{ orderId: string; slot: string }> {
  await page.clock.install()
  await signInAsStudent(page, school, ARJUN)
  const slot = await startPaying(page)
  const { orderId } = await waitForOrderState(page, school, 'open')
  await paymentSheet(page).getByRole('button', { name: 'Close checkout' }).click()
  await expect(orderDialog(page, 'We’re holding this class for you')).toBeVisible()
  await advanceClock(school.url, HOLD_MINUTES + 1)
  await page.clock.fastForward((HOLD_MINUTES + 1) * 60_000)
  const expiredDialog = orderDialog(page, 'Your time to pay has run out')
  await expect(expiredDialog).toContainText(
    'Others can book this class again. You haven’t been charged so far.',
  )
  await waitForOrderState(page, school, 'expired')
  return { orderId, slot }
}

test('a late payment of an expired order is booked while the slot is free', async ({ page, school }) => {
  const { orderId } = await letOrderExpire(page, school)
  await page.getByRole('button', { name: 'Choose another time' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await operateSandbox(school, { do: 'pay', order_id: orderId, outcome: 'captured' })
  await waitForOrderState(page, school, 'booked')
  await page.clock.fastForward(30_000)
  await menuLink(page, 'Active Classes').click()
  await expect(page.getByRole('table', { name: 'Active Classes' }).getByRole('row')).toHaveCount(2)
})

test('a late payment of an expired order is refunded if the slot is taken, and the student sees it', async ({
  page,
  openBrowser,
  school,
}) => {
  const { orderId, slot } = await letOrderExpire(page, school)
  const other = await openBrowser()
  await signInAsStudent(other, school, MEERA)
  await confirmButton(await openBooking(other, other.locator(`[data-slot="${slot}"]`))).click()
  await expect(confirmation(other)).toBeVisible()

  await operateSandbox(school, { do: 'pay', order_id: orderId, outcome: 'captured' })
  const order = await waitForOrderState(page, school, 'refunded')
  expect(order).toMatchObject({ reason: 'seat_gone', bookingId: null })
  await page.getByRole('button', { name: 'Choose another time' }).click()
  await menuLink(page, 'My Credits').click()
  await expect(page.getByRole('table', { name: 'Your payments' })).toContainText(
    'Refund of ₹1,022.98 started',
  )
  const mails = async () => (await readMailbox(school.url)).filter(({ to }) => to === ARJUN.email)
  await expect
    .poll(async () => (await mails()).map(({ text }) => text).join())
    .toMatch(/We're refunding ₹1,022\.98 to your original payment method\./)
})

test('Back closes the payment window, stays in the section and loses nothing', async ({ page, school }) => {
  await signInAsStudent(page, school, ARJUN)
  await menuLink(page, 'My Credits').click()
  await menuLink(page, 'Dashboard').click()
  await startPaying(page)
  await page.goBack()
  await expectSheetClosed(page)
  await expect(page).toHaveURL(`${school.url}/booking#dashboard`)
  await page.getByRole('button', { name: 'Continue payment' }).click()
  await payByUpi(page)
  await expect(page.getByText(/^Your class on .* is booked\.$/)).toBeVisible()
  await expectSheetClosed(page)
  await menuLink(page, 'My Credits').click()
  await expect(page.getByRole('table', { name: 'Your payments' })).toContainText('Paid')
  expect(await ordersOf(page, school)).toHaveLength(1)
})

/** Payments that do not go straight: reloads, closed tabs, lost connections, seats held by others, time that runs out. */
import type { Page } from '@playwright/test'
import { advance, ask, type Booking, operate, readMailbox } from '../support/api.ts'
import { ARJUN, MEERA } from '../support/people.ts'
import { holdTheSheet } from '../support/sandbox-shop.ts'
import { booksAgree, type Tala } from '../support/tala.ts'
import {
  confirmation,
  confirmButton,
  expect,
  menu,
  openBooking,
  signInAsStudent,
  slotId,
  slots,
  soonest,
  test,
  tokenOf,
} from './fixtures.ts'
import {
  holdWebhooks,
  orderBecomes,
  ordersOf,
  payButton,
  payByCard,
  payByUpi,
  sheet,
  sheetIsGone,
  stage,
  startPaying,
} from './paying.ts'

test.afterEach(async ({ school }) => {
  expect(await booksAgree(school.settings)).toBe('The books agree.\n')
})

const HOLD_MINUTES = 15

function activeClasses(school: Tala, token: string): Promise<Booking[]> {
  return ask<Booking[]>(school.url, '/api/active-classes', { token })
}

test('a reload in the middle of paying: the seat is still there, and one goes on', async ({
  page,
  school,
}) => {
  await signInAsStudent(page, school, ARJUN)
  const id = await startPaying(page)
  await page.reload()
  const waiting = stage(page, 'Your seat is waiting')
  await expect(waiting.getByText(/Held for you 14:\d\d/)).toBeVisible()
  await waiting.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  const banner = page.getByRole('group', { name: 'An unfinished payment' })
  await expect(banner).toContainText(/A class is waiting to be paid\. Held for you 14:\d\d/)
  await page.locator(`[data-slot="${id}"]`).click()
  await waiting.getByRole('button', { name: 'Continue payment' }).click()
  await payByUpi(page)
  await expect(confirmation(page)).toBeVisible()
  await expect(banner).toHaveCount(0)
  expect(await ordersOf(page, school)).toHaveLength(1)
})

test('the tab is closed after paying: the webhook books, and the next visit shows it', async ({
  page,
  context,
  school,
}) => {
  await signInAsStudent(page, school, ARJUN)
  const token = await tokenOf(page)
  // Whatever the page still tries to tell the shop is lost.
  await page.route('**/api/payment-success', () => undefined)
  await startPaying(page)
  await holdTheSheet(page)
  await payByUpi(page)
  await expect(sheet(page).getByText('Payment successful')).toBeVisible()
  await page.close()
  await expect.poll(() => activeClasses(school, token)).toHaveLength(1)
  await expect.poll(async () => (await readMailbox(school.url)).length).toBe(2)

  const again = await context.newPage()
  await again.goto(`${school.url}/booking`)
  await expect(confirmation(again)).toBeVisible()
  expect(await readMailbox(school.url)).toHaveLength(2)
})

test('the window is closed while the UPI app asks: paid in the app, booked here', async ({
  page,
  school,
}) => {
  await page.clock.install()
  await signInAsStudent(page, school, ARJUN)
  await startPaying(page)
  const orderId = (await ordersOf(page, school))[0]?.orderId
  await sheet(page).getByRole('button', { name: 'Close checkout' }).click()
  await expect(stage(page, 'Your seat is waiting')).toBeVisible()
  await operate(school, { do: 'pay', order_id: orderId, method: 'upi', outcome: 'captured' })
  await orderBecomes(page, school, 'booked')
  await page.clock.fastForward(15_000)
  await expect(confirmation(page)).toBeVisible()
})

test('the connection goes while the payment is confirmed: it is told once it is back', async ({
  page,
  school,
}) => {
  await holdWebhooks(school)
  await page.clock.install()
  await signInAsStudent(page, school, ARJUN)
  await startPaying(page)
  let away = true
  let lost = 0
  await page.route('**/api/payment-success', async (route) => {
    if (!away) return route.continue()
    lost += 1
    return route.abort()
  })
  await payByUpi(page)
  const checking = stage(page, 'We are checking your payment')
  await expect(checking.getByText('Please do not pay again.')).toBeVisible()
  await page.clock.fastForward(30_000)
  await expect(checking.getByText(new RegExp(`write to ${ARJUN.email} either way`))).toBeVisible()
  await expect.poll(() => lost, 'it tries again by itself').toBeGreaterThan(1)
  away = false
  await page.clock.fastForward(30_000)
  await expect(confirmation(page)).toBeVisible()
  expect(await ordersOf(page, school)).toHaveLength(1)
})

test('the provider’s word survives a reload while the connection is away', async ({ page, school }) => {
  await holdWebhooks(school)
  await signInAsStudent(page, school, ARJUN)
  await startPaying(page)
  await page.route('**/api/payment-success', (route) => route.abort())
  await payByUpi(page)
  await expect(stage(page, 'We are checking your payment')).toBeVisible()
  expect((await ordersOf(page, school))[0]).toMatchObject({ state: 'open' })
  await page.unroute('**/api/payment-success')
  await page.reload()
  await expect(confirmation(page)).toBeVisible()
})

test('the provider is away: the payment is being checked, nobody pays twice, and it is booked in the end', async ({
  page,
  school,
}) => {
  await holdWebhooks(school)
  await page.clock.install()
  await signInAsStudent(page, school, ARJUN)
  await startPaying(page)
  await operate(school, { do: 'add_fault', kind: '500', calls: 1000, method: 'GET' })
  await payByCard(page)
  const checking = stage(page, 'We are checking your payment')
  await expect(checking).toBeVisible()
  await orderBecomes(page, school, 'checking')
  await checking.getByRole('button', { name: 'Close' }).first().click()
  const banner = page.getByRole('group', { name: 'An unfinished payment' })
  await expect(banner).toContainText('We are checking your payment with the bank.')
  // Another class may be paid for meanwhile; whoever thinks better of it finds the first payment again.
  const dialog = await openBooking(page, slots(page).nth(2))
  await expect(payButton(dialog)).toBeEnabled()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(banner).toBeVisible()
  await menu(page, 'My Credits').click()
  await expect(page.getByRole('table', { name: 'Your payments' })).toContainText(
    'Being checked with the bank',
  )

  await operate(school, { do: 'clear_faults' })
  await advance(school.url, 5)
  await orderBecomes(page, school, 'booked')
  await page.clock.fastForward(30_000)
  await expect(banner).toHaveCount(0)
  await expect(page.getByRole('table', { name: 'Your payments' })).toContainText('Paid')
})

test('somebody is paying for the same class: one may pay, the other is told and chooses again', async ({
  page,
  elsewhere,
  school,
}) => {
  const other = await elsewhere()
  await signInAsStudent(other, school, MEERA)
  await signInAsStudent(page, school, ARJUN)
  const slot = await soonest(other)
  const id = await slotId(slot)
  const dialog = await openBooking(other, slot)
  // What is read in the background would take the hour away before the student presses.
  let read = () => {}
  const pressed = new Promise<void>((done) => {
    read = done
  })
  await other.route('**/api/teacher/*/available-slots*', async (route) => {
    await pressed
    await route.continue()
  })
  await startPaying(page, page.locator(`[data-slot="${id}"]`))
  await confirmButton(dialog).click()
  await expect(dialog.getByRole('alert')).toContainText(
    'Somebody is paying for this class right now. Please choose another, or try again in a few minutes.',
  )
  read()
  await dialog.getByRole('button', { name: 'Choose another time' }).click()
  await expect(other.locator(`[data-slot="${id}"]`)).toHaveCount(0)

  await page.keyboard.press('Escape')
  await stage(page, 'Your seat is waiting').getByRole('button', { name: 'Give the seat back' }).click()
  await expect(page.getByText('You gave the seat back. If you still approve the payment')).toBeVisible()
  await other.reload()
  await confirmButton(await openBooking(other, other.locator(`[data-slot="${id}"]`))).click()
  await expect(confirmation(other)).toBeVisible()
})

/** Starts paying, leaves the window, and lets the time run out. */
async function letTheTimeRunOut(page: Page, school: Tala): Promise<{ orderId: string; slot: string }> {
  await page.clock.install()
  await signInAsStudent(page, school, ARJUN)
  const slot = await startPaying(page)
  const { orderId } = await orderBecomes(page, school, 'open')
  await sheet(page).getByRole('button', { name: 'Close checkout' }).click()
  await expect(stage(page, 'Your seat is waiting')).toBeVisible()
  await advance(school.url, HOLD_MINUTES + 1)
  await page.clock.fastForward((HOLD_MINUTES + 1) * 60_000)
  const over = stage(page, 'The time to pay is over')
  await expect(over).toContainText('The seat is free for others again. Nothing was charged.')
  await orderBecomes(page, school, 'expired')
  return { orderId, slot }
}

test('the time runs out; money that comes late books the class while its hour is free', async ({
  page,
  school,
}) => {
  const { orderId } = await letTheTimeRunOut(page, school)
  await page.getByRole('button', { name: 'Choose another time' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await operate(school, { do: 'pay', order_id: orderId, outcome: 'captured' })
  await orderBecomes(page, school, 'booked')
  await page.clock.fastForward(30_000)
  await menu(page, 'Active Classes').click()
  await expect(page.getByRole('table', { name: 'Active Classes' }).getByRole('row')).toHaveCount(2)
})

test('the time runs out and somebody else takes the hour: late money goes back, and it says so', async ({
  page,
  elsewhere,
  school,
}) => {
  const { orderId, slot } = await letTheTimeRunOut(page, school)
  const other = await elsewhere()
  await signInAsStudent(other, school, MEERA)
  await confirmButton(await openBooking(other, other.locator(`[data-slot="${slot}"]`))).click()
  await expect(confirmation(other)).toBeVisible()

  await operate(school, { do: 'pay', order_id: orderId, outcome: 'captured' })
  const order = await orderBecomes(page, school, 'refunded')
  expect(order).toMatchObject({ reason: 'seat_gone', bookingId: null })
  await page.getByRole('button', { name: 'Choose another time' }).click()
  await menu(page, 'My Credits').click()
  await expect(page.getByRole('table', { name: 'Your payments' })).toContainText('₹1,022.98 was refunded')
  const told = async () => (await readMailbox(school.url)).filter(({ to }) => to === ARJUN.email)
  await expect
    .poll(async () => (await told()).map(({ text }) => text).join())
    .toMatch(/1,?022\.98 go(es)? back to where/)
})

test('Back while the window is open: nothing is lost', async ({ page, school }) => {
  await signInAsStudent(page, school, ARJUN)
  await menu(page, 'My Credits').click()
  await menu(page, 'Dashboard').click()
  await startPaying(page)
  await page.goBack()
  await payByUpi(page)
  await expect(page.getByText(/^Your class on .* is booked\.$/)).toBeVisible()
  await sheetIsGone(page)
  await expect(page.getByRole('table', { name: 'Your payments' })).toContainText('Paid')
  expect(await ordersOf(page, school)).toHaveLength(1)
})

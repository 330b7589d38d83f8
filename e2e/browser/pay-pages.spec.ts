/**
 * Every stage of paying, cancelling and moving at two widths, light and dark: nothing that axe objects to (WCAG 2.0 to
 * 2.2, A and AA), nothing that runs off the side. The pictures lie in `shots-out/`, for people to look at.
 */
import type { Page } from '@playwright/test'
import { advance, operate } from '../support/api.ts'
import { noMailOnItsWay } from '../support/database.ts'
import { ARJUN, MEERA } from '../support/people.ts'
import type { Tala } from '../support/tala.ts'
import { confirmation, expect, openBooking, signInAsStudent, slots, soonest, test } from './fixtures.ts'
import { inspect, type Shoot, WIDTHS } from './looks.ts'
import { enterCoupon, orderBecomes, PHONE, payButton, payByUpi, promiseOf, sheet, stage } from './paying.ts'

for (const { width, height } of WIDTHS) {
  test.describe(`${width} pixels`, () => {
    test.use({ viewport: { width, height } })
    test.setTimeout(180_000)
    const shoot = (page: Page, name: string) => inspect(page, name)

    test('a class: price, coupon, held, declined, checked, paid, receipt', async ({ page, school }) => {
      await page.clock.install()
      await signInAsStudent(page, school, ARJUN)
      await prices(page, school, shoot)
      await waiting(page, school, shoot)
      await checking(page, school, shoot)
      await page.goto(`${school.url}/booking#account`)
      await page.getByRole('link', { name: /^Receipt for/ }).click()
      await expect(page.getByRole('article', { name: /^Receipt/ })).toBeVisible()
      await shoot(page, 'pay-receipt')
      await page.goto(`${school.url}/booking/receipt/unknown`)
      await expect(page.getByText('There is no such receipt.')).toBeVisible()
      await shoot(page, 'pay-receipt-missing')
    })

    test('a package, and a time that ran out', async ({ page, school }) => {
      await page.clock.install()
      await signInAsStudent(page, school, MEERA)
      await page.goto(`${school.url}/booking#account`)
      await page.getByRole('button', { name: 'Buy 8 Classes' }).click()
      const dialog = page.getByRole('dialog', { name: 'Complete Bulk Package Purchase' })
      await expect(dialog.getByText('Total')).toBeVisible()
      await shoot(page, 'pay-package')
      await dialog.getByRole('button', { name: 'Purchase Package' }).click()
      await sheet(page).getByRole('button', { name: 'Close checkout' }).click()
      const waits = stage(page, 'Your purchase is waiting')
      await expect(waits).toBeVisible()
      await shoot(page, 'pay-package-waiting')
      await waits.getByRole('button', { name: 'Continue payment' }).click()
      await sheet(page).getByLabel('Phone number').fill(PHONE)
      await payByUpi(page)
      await expect(page.getByText('Classes purchased successfully!')).toBeVisible()
      await page.clock.fastForward(10_000)
      await expect(page.getByText('Classes purchased successfully!')).toBeHidden()
      await shoot(page, 'pay-credits')

      await page.goto(`${school.url}/booking#dashboard`)
      const again = await openBooking(page)
      await again.getByText('Pay ₹1,022.98').first().click()
      await shoot(page, 'pay-choice')
      await payButton(again).click()
      await sheet(page).getByRole('button', { name: 'Close checkout' }).click()
      await expect(stage(page, 'Your seat is waiting')).toBeVisible()
      await advance(school.url, 16)
      await page.clock.fastForward(16 * 60_000)
      await expect(stage(page, 'The time to pay is over')).toBeVisible()
      await shoot(page, 'pay-over')
    })

    test('moving and cancelling', async ({ page, school }) => {
      await page.clock.install()
      await signInAsStudent(page, school, ARJUN)
      await expect(slots(page).first()).toBeVisible()
      // A phone shows one day at a time, and on the first one no money may come back any more.
      const nextDay = page.getByRole('button', { name: /^Go to / })
      if (await nextDay.isVisible()) await nextDay.click()
      await openBooking(page, slots(page).last())
      await payButton(page.getByRole('dialog')).click()
      await sheet(page).getByLabel('Phone number').fill(PHONE)
      await payByUpi(page)
      await expect(confirmation(page)).toBeVisible()
      await noMailOnItsWay(school.database)
      await changing(page, school, shoot)
    })
  })
}

/** The dialog with its coupon, its fresh price, and its refusal. */
async function prices(page: Page, school: Tala, shoot: Shoot): Promise<void> {
  const slot = await soonest(page)
  const dialog = await openBooking(page, slot)
  await expect(dialog.getByText('Total')).toBeVisible()
  await enterCoupon(dialog, 'nonsense')
  await expect(dialog.getByText('Invalid coupon code')).toBeVisible()
  await shoot(page, 'pay-coupon-wrong')
  await enterCoupon(dialog, 'NAMASTE10')
  await expect(dialog.getByText('Discount applied!')).toBeVisible()
  await school.database.run('UPDATE teachers SET rate_inr_minor = 109900')
  await dialog.getByRole('textbox', { name: 'Phone' }).fill(PHONE)
  await payButton(dialog).click()
  await expect(dialog.getByText(/^The price has changed/)).toBeVisible()
  await expect(dialog.getByText(await promiseOf(slot))).toBeVisible()
  await shoot(page, 'pay-price-changed')
  await payButton(dialog).click()
}

/** The window closed after a failure, and the order put aside. */
async function waiting(page: Page, school: Tala, shoot: Shoot): Promise<void> {
  await payByUpi(page, 'failure@razorpay')
  await expect(sheet(page).getByRole('alert')).toBeVisible()
  await page.keyboard.press('Escape')
  const held = stage(page, 'Your seat is waiting')
  await expect(held.getByText(/^Payment failed: /)).toBeVisible()
  await shoot(page, 'pay-held')
  await held.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await shoot(page, 'pay-banner')
  await page.goto(`${school.url}/booking#account`)
  await expect(page.getByRole('button', { name: 'Continue payment' }).first()).toBeVisible()
  await page.keyboard.press('Escape')
}

/** The provider cannot be asked: the payment is being checked; then it is booked. */
async function checking(page: Page, school: Tala, shoot: Shoot): Promise<void> {
  await operate(school, { do: 'settings', settings: { webhooks: { hold: true } } })
  await page.getByRole('button', { name: 'Continue payment' }).first().click()
  const held = stage(page, 'Your seat is waiting')
  await held.getByRole('button', { name: 'Continue payment' }).click()
  await operate(school, { do: 'add_fault', kind: '500', calls: 1000, method: 'GET' })
  await payByUpi(page)
  const dialog = stage(page, 'We are checking your payment')
  await expect(dialog).toBeVisible()
  await page.clock.fastForward(25_000)
  await expect(dialog.getByText(/^The bank takes longer than usual\./)).toBeVisible()
  await shoot(page, 'pay-checking')
  await orderBecomes(page, school, 'checking')
  await dialog.getByRole('button', { name: 'Close' }).first().click()
  await expect(page.getByText('Being checked with the bank')).toBeVisible()
  await shoot(page, 'pay-checking-credits')
  await operate(school, { do: 'clear_faults' })
  await advance(school.url, 5)
  await orderBecomes(page, school, 'booked')
  await page.clock.fastForward(30_000)
  await expect(page.getByRole('group', { name: 'An unfinished payment' })).toHaveCount(0)
}

async function changing(page: Page, school: Tala, shoot: Shoot): Promise<void> {
  const dialog = page.getByRole('dialog')
  await page.goto(`${school.url}/booking#activeclasses`)
  await page.getByRole('button', { name: /^Reschedule/ }).click()
  await expect(dialog.locator('[data-slot]').first()).toBeVisible()
  await shoot(page, 'change-move')
  // The same is so here.
  const days = dialog.getByRole('combobox', { name: 'Day' })
  if (await days.isVisible()) await days.selectOption({ index: 2 })
  await dialog.locator('[data-slot]').last().click()
  await expect(dialog.getByRole('button', { name: 'Move the class' })).toBeVisible()
  await shoot(page, 'change-move-check')
  await dialog.getByRole('button', { name: 'Move the class' }).click()
  await expect(page.getByRole('dialog', { name: 'Your class has moved' })).toBeVisible()
  await shoot(page, 'change-moved')
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await shoot(page, 'change-active')
  await page.getByRole('button', { name: /^Cancel class/ }).click()
  await expect(dialog.getByText(/^₹1,022\.98 goes back in full/)).toBeVisible()
  await shoot(page, 'change-cancel')
  await dialog.getByRole('button', { name: 'Cancel class' }).click()
  await expect(page.getByRole('dialog', { name: 'Your class is cancelled' })).toBeVisible()
  await shoot(page, 'change-cancelled')
  await orderBecomes(page, school, 'refunded')
  await page.goto(`${school.url}/booking#history`)
  await page.reload()
  await expect(page.getByText('₹1,022.98 was refunded.')).toBeVisible()
  await shoot(page, 'change-past')
  await page.goto(`${school.url}/booking#account`)
  await expect(page.getByText('Refunded', { exact: true })).toBeVisible()
  await shoot(page, 'change-credits')
}

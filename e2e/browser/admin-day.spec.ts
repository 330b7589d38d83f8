/** A day of whoever runs the place alone, at a desk and on a phone: all that comes in is done, written down, and adds up. */
import type { Page } from '@playwright/test'
import { ask, readMailbox } from '../support/api.ts'
import { ASHA, queueUp } from '../support/office.ts'
import { ARJUN, DEVIKA, PADMA } from '../support/people.ts'
import { booksAgree, type Tala } from '../support/tala.ts'
import { act, earn, enter, heading, item, payForAClass } from './adminMoney.ts'
import { type Elsewhere, expect, expectFact, test, tokenOf } from './fixtures.ts'
import { inspect, WIDTHS } from './looks.ts'
import { choose, signInAsTeacher } from './teaching.ts'

const REFERENCE = 'UTR-2026-11-0042'

/** Padma asks support something. */
async function askSupport(elsewhere: Elsewhere, school: Tala): Promise<void> {
  const page = await elsewhere()
  await signInAsTeacher(page, school)
  await ask(school.url, '/api/email/teacher-support', {
    token: await tokenOf(page),
    body: { subject: 'My first class', message: 'May a parent watch?', messageType: 'general' },
  })
  await page.context().close()
}

async function hears(school: Tala, who: string, of: string): Promise<void> {
  const told = async () =>
    (await readMailbox(school.url))
      .filter(({ to }) => to === who)
      .map(({ text }) => text)
      .join('\n')
  await expect.poll(told).toContain(of)
}

/** A section through the menu, once all of it is there. */
async function turnTo(page: Page, entry: string): Promise<void> {
  await choose(page, entry)
  await expect(heading(page, entry)).toBeVisible()
  await expect(page.getByText(/^Loading/)).toHaveCount(0)
}

for (const { width, height } of WIDTHS) {
  test.describe(`${width} pixels`, () => {
    test.use({ viewport: { width, height } })
    test.setTimeout(240_000)

    test('a day in the back office', async ({ page, elsewhere, school }) => {
      const shoot = (name: string) => inspect(page, `admin-day-${name}`)
      await payForAClass(elsewhere, school)
      await earn(elsewhere, school)
      await askSupport(elsewhere, school)
      await queueUp(school.url)
      await enter(page, school)

      await test.step('a teacher is approved', async () => {
        await page.getByRole('button', { name: `Approve ${DEVIKA.name}` }).click()
        await expect(page.getByText('Teacher approved successfully')).toBeVisible()
        await expect(page.getByText('Nobody is waiting')).toBeVisible()
        await shoot('approved')
        await hears(school, DEVIKA.email, 'has been approved')
      })

      await test.step('a message is answered', async () => {
        await turnTo(page, 'Messages')
        await page.getByRole('link', { name: 'My first class' }).click()
        await expect(page.getByText('May a parent watch?')).toBeVisible()
        await page.getByRole('textbox', { name: 'Your answer' }).fill('Yes, gladly.')
        await page.getByRole('button', { name: 'Send answer' }).click()
        await expect(page.getByText('Your answer is on its way')).toBeVisible()
        await expect(page.getByRole('heading', { level: 2, name: 'Answers' })).toBeVisible()
        await shoot('answered')
        await hears(school, PADMA.email, 'Yes, gladly.')
      })

      await test.step('a coupon is made', async () => {
        await turnTo(page, 'Coupons')
        await page.getByRole('button', { name: 'New coupon' }).click()
        const dialog = page.getByRole('dialog', { name: 'New coupon' })
        await dialog.getByRole('textbox', { name: 'Code' }).fill('monsoon-15')
        await dialog.getByRole('textbox', { name: 'Takes off, in percent' }).fill('15')
        await dialog.getByRole('button', { name: 'Make coupon' }).click()
        await expect(page.getByText('Coupon MONSOON-15 is ready')).toBeVisible()
        await expect(item(page, 'Coupons', 'MONSOON-15')).toContainText('In use')
        await shoot('coupon')
      })

      await test.step('a class is refunded', async () => {
        await turnTo(page, 'Orders')
        await page.getByRole('searchbox').fill('arjun')
        await page.getByRole('link', { name: `One class with ${PADMA.name}` }).click()
        await expect(heading(page, `One class for ${ARJUN.name}`)).toBeVisible()
        await expect(item(page, 'Payments', 'upi')).toContainText('Paid')
        await page.getByRole('button', { name: 'Refund' }).click()
        const dialog = page.getByRole('dialog', { name: 'Refund ₹1,022.98?' })
        await dialog.getByRole('button', { name: 'Refund ₹1,022.98' }).click()
        await expect(dialog.getByText('Please say why')).toBeVisible()
        await act(dialog, 'Booked by mistake', 'Refund ₹1,022.98')
        await expect(page.getByText('The money goes back', { exact: true })).toBeVisible()
        // Once the provider has sent it, without a reload.
        await expect(page.getByText('Refunded', { exact: true })).toBeVisible()
        await expect(item(page, 'Refunds', '₹1,022.98')).toContainText('Sent')
        await shoot('refunded')
        await page.getByRole('link', { name: 'Open the booking' }).click()
        await expect(heading(page, `${ARJUN.name} with ${PADMA.name}`)).toBeVisible()
        await expect(page.getByText('Cancelled', { exact: true }).first()).toBeVisible()
        await page.getByRole('link', { name: ARJUN.name }).first().click()
        await expect(heading(page, ARJUN.name)).toBeVisible()
        const history = page.getByRole('list', { name: 'History' }).getByRole('listitem')
        for (const what of ['Class cancelled', 'Order refunded']) {
          await expect(
            history.filter({ hasText: what }).filter({ hasText: 'Booked by mistake' }),
          ).toContainText('by admin')
        }
      })

      await test.step('somebody who waits is invited', async () => {
        await turnTo(page, 'Waitlist')
        await expect(page.getByText(ASHA.email)).toBeVisible()
        await shoot('waitlist')
        await page.getByRole('button', { name: `Invite ${ASHA.name}` }).click()
        const dialog = page.getByRole('dialog', { name: `Invite ${ASHA.name}?` })
        await dialog.getByRole('textbox', { name: 'Invite code of a teacher' }).fill(PADMA.code)
        await shoot('invite')
        await dialog.getByRole('button', { name: 'Send invitation' }).click()
        await expect(page.getByText(`The invitation to ${ASHA.name} is on its way`)).toBeVisible()
        await expect(page.getByText(ASHA.email)).toHaveCount(0)
        await hears(school, ASHA.email, PADMA.code)
      })

      await test.step('a payout run is made and paid', async () => {
        await turnTo(page, 'Payouts')
        await shoot('payouts-empty')
        await page.getByRole('button', { name: 'Prepare payouts' }).click()
        const run = page.getByRole('dialog', { name: 'Prepare payouts' })
        await expect(run).toBeVisible()
        await shoot('payout-run')
        await run.getByRole('button', { name: 'Prepare payouts' }).click()
        await expect(page.getByText(/^2 payouts are prepared: /)).toBeVisible()
        await expect(item(page, 'Payouts', PADMA.name)).toContainText('•••• 1098')
        await shoot('payouts')
        await page.getByRole('button', { name: 'Bank table' }).click()
        const bank = page.getByRole('dialog', { name: 'Download the bank table' })
        await expect(bank).toBeVisible()
        await shoot('payout-bank')
        await Promise.all([
          page.waitForEvent('download'),
          bank.getByRole('button', { name: 'Download' }).click(),
        ])
        await page.getByRole('link', { name: PADMA.name }).click()
        await expect(heading(page, `Payout to ${PADMA.name}`)).toBeVisible()
        await expect(page.getByRole('button', { name: `Mark paid: ${PADMA.name}` })).toBeVisible()
        await shoot('payout')
        await page.getByRole('button', { name: `Mark failed: ${PADMA.name}` }).click()
        await expect(page.getByRole('dialog', { name: 'Mark as failed?' })).toBeVisible()
        await shoot('payout-failed')
        await page.keyboard.press('Escape')
        await expect(page.getByRole('dialog')).toHaveCount(0)
        await page.getByRole('button', { name: `Mark paid: ${PADMA.name}` }).click()
        const paid = page.getByRole('dialog', { name: 'Mark as paid?' })
        await paid.getByRole('textbox', { name: 'Reference of the bank' }).fill(REFERENCE)
        await shoot('payout-paid')
        await paid.getByRole('button', { name: 'Mark paid' }).click()
        await expectFact(page.getByRole('main'), 'State', 'Paid')
        await hears(school, PADMA.email, REFERENCE)
      })

      await test.step('the audit log tells all of it, and the books agree', async () => {
        await turnTo(page, 'Audit log')
        for (const done of [
          'Approved as a teacher',
          'Message answered',
          'Coupon made',
          'Order refunded',
          'Invited from the waitlist',
          'Payout prepared',
          'Bank table downloaded',
          'Payout paid',
        ]) {
          await expect(page.getByText(done, { exact: true }).first()).toBeVisible()
        }
        // Until the answer is there, the lines of before stand, faded.
        const narrowed = page.waitForResponse((response) => response.url().includes('q=order'))
        await page.getByRole('searchbox', { name: 'Act' }).fill('order')
        await narrowed
        await expect(page.locator('[data-stale]')).toHaveCount(0)
        const lines = item(page, 'Audit log', 'Booked by mistake')
        await expect(lines).toHaveCount(1)
        await expect(lines).toContainText('order_refunded')
        await shoot('audit')
        expect(await booksAgree(school.settings)).toBe('The books agree.\n')
      })
    })
  })
}

/**
 * All daily work of an administrator, on a desktop and a phone: every action is done, logged, and
 * the ledger check passes.
 */
import type { Page } from '@playwright/test'
import { ASHA, fillWaitlist } from '../support/admin-data.ts'
import { advanceClock, callOk, readMailbox } from '../support/api.ts'
import { ARJUN, DEVIKA, PADMA } from '../support/people.ts'
import { checkLedger, type Tala } from '../support/tala.ts'
import { checkPage, WIDTHS } from './a11y.ts'
import {
  confirmWithReason,
  heading,
  listItem,
  payForClass,
  prepareEarnings,
  signInAsAdmin,
} from './adminHelpers.ts'
import { expect, expectDetail, type OpenBrowser, test, tokenOf } from './fixtures.ts'
import { openMenuEntry, signInAsTeacher } from './teacherHelpers.ts'

const REFERENCE = 'UTR-2026-11-0042'

/** Padma writes to support. */
async function askSupport(openBrowser: OpenBrowser, school: Tala): Promise<void> {
  const page = await openBrowser()
  await signInAsTeacher(page, school)
  await callOk(school.url, '/api/email/teacher-support', {
    token: await tokenOf(page),
    body: { subject: 'My first class', message: 'May a parent watch?', messageType: 'general' },
  })
  await page.context().close()
}

async function expectMail(school: Tala, recipient: string, subject: string): Promise<void> {
  const mails = async () =>
    (await readMailbox(school.url))
      .filter(({ to }) => to === recipient)
      .map(({ text }) => text)
      .join('\n')
  await expect.poll(mails).toContain(subject)
}

/** Opens a section from the menu and waits until it is loaded. */
async function openSection(page: Page, entry: string): Promise<void> {
  await openMenuEntry(page, entry)
  await expect(heading(page, entry)).toBeVisible()
  await expect(page.getByText(/^Loading/)).toHaveCount(0)
}

for (const { width, height } of WIDTHS) {
  test.describe(`${width} pixels`, () => {
    test.use({ viewport: { width, height } })
    test.setTimeout(240_000)

    test('daily work in the admin area', async ({ page, openBrowser, school }) => {
      const check = (name: string) => checkPage(page, `admin-day-${name}`)
      await payForClass(openBrowser, school)
      await prepareEarnings(openBrowser, school)
      await askSupport(openBrowser, school)
      await fillWaitlist(school.url)
      await signInAsAdmin(page, school)

      await test.step('a teacher is approved', async () => {
        await page.getByRole('button', { name: `Approve ${DEVIKA.name}` }).click()
        await expect(page.getByText('Teacher approved successfully')).toBeVisible()
        await expect(page.getByText('No pending applications')).toBeVisible()
        await check('approved')
        await advanceClock(school.url, 1)
        await expectMail(school, DEVIKA.email, 'Your application is approved. You can now teach with Tala.')
      })

      await test.step('a message is answered', async () => {
        await openSection(page, 'Messages')
        await page.getByRole('link', { name: 'My first class' }).click()
        await expect(page.getByText('May a parent watch?')).toBeVisible()
        await page.getByRole('textbox', { name: 'Your reply' }).fill('Yes, gladly.')
        await page.getByRole('button', { name: 'Send reply' }).click()
        await expect(page.getByText('Reply sent')).toBeVisible()
        await expect(page.getByRole('heading', { level: 2, name: 'Replies' })).toBeVisible()
        await check('answered')
        await expectMail(school, PADMA.email, 'Yes, gladly.')
      })

      await test.step('a coupon is created', async () => {
        await openSection(page, 'Coupons')
        await page.getByRole('button', { name: 'New coupon' }).click()
        const dialog = page.getByRole('dialog', { name: 'New coupon' })
        await dialog.getByRole('textbox', { name: 'Code' }).fill('monsoon-15')
        await dialog.getByRole('textbox', { name: 'Discount (%)' }).fill('15')
        await dialog.getByRole('button', { name: 'Create coupon' }).click()
        await expect(page.getByText('Coupon MONSOON-15 is ready')).toBeVisible()
        await expect(listItem(page, 'Coupons', 'MONSOON-15')).toContainText('Active')
        await check('coupon')
      })

      await test.step('a class is refunded', async () => {
        await openSection(page, 'Orders')
        await page.getByRole('searchbox').fill('arjun')
        await page.getByRole('link', { name: `One class with ${PADMA.name}` }).click()
        await expect(heading(page, `One class for ${ARJUN.name}`)).toBeVisible()
        await expect(listItem(page, 'Payments', 'upi')).toContainText('Paid')
        await refundPartly(page, check)
        await page.getByRole('button', { name: 'Refund', exact: true }).click()
        const dialog = page.getByRole('dialog', { name: 'Refund ₹1,000?' })
        await dialog.getByRole('button', { name: 'Refund ₹1,000' }).click()
        await expect(dialog.getByText('Enter a reason')).toBeVisible()
        await confirmWithReason(dialog, 'Booked by mistake', 'Refund ₹1,000')
        await expect(page.getByText('Refund requested', { exact: true }).first()).toBeVisible()
        // After the provider has sent it, without a reload.
        await expect(page.getByText('Refunded', { exact: true })).toBeVisible()
        await expect(listItem(page, 'Refunds', '₹1,000')).toContainText('Sent')
        await check('refunded')
        await page.getByRole('definition').getByRole('link', { name: 'Open the booking' }).click()
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

      await test.step('a person on the waitlist is invited', async () => {
        await openSection(page, 'Waitlist')
        await expect(page.getByText(ASHA.email)).toBeVisible()
        await check('waitlist')
        await page.getByRole('button', { name: `Invite ${ASHA.name}` }).click()
        const dialog = page.getByRole('dialog', { name: `Invite ${ASHA.name}?` })
        await dialog.getByRole('combobox', { name: 'Teacher' }).fill('padma')
        await page.getByRole('option', { name: /Padma/ }).click()
        await check('invite')
        await dialog.getByRole('button', { name: 'Send invitation' }).click()
        await expect(page.getByText(`Invitation sent to ${ASHA.name}`)).toBeVisible()
        await expect(page.getByText(ASHA.email)).toHaveCount(0)
        await expectMail(school, ASHA.email, PADMA.code)
      })

      await test.step('a payout run is prepared and paid', async () => {
        await openSection(page, 'Payouts')
        await check('payouts-empty')
        await page.getByRole('button', { name: 'Prepare payouts' }).click()
        const run = page.getByRole('dialog', { name: 'Prepare payouts' })
        await expect(run).toBeVisible()
        await check('payout-run')
        await run.getByRole('button', { name: 'Prepare payouts' }).click()
        await expect(page.getByText(/^2 payouts prepared: /)).toBeVisible()
        await expect(listItem(page, 'Payouts', PADMA.name)).toContainText('•••• 1098')
        await check('payouts')
        await page.getByRole('button', { name: 'Bank file' }).click()
        const bank = page.getByRole('dialog', { name: 'Download bank file' })
        await expect(bank).toBeVisible()
        await check('payout-bank')
        await Promise.all([
          page.waitForEvent('download'),
          bank.getByRole('button', { name: 'Download' }).click(),
        ])
        await page.getByRole('link', { name: PADMA.name }).click()
        await expect(heading(page, `Payout to ${PADMA.name}`)).toBeVisible()
        await expect(page.getByRole('button', { name: `Mark paid: ${PADMA.name}` })).toBeVisible()
        await check('payout')
        await page.getByRole('button', { name: `Mark failed: ${PADMA.name}` }).click()
        await expect(page.getByRole('dialog', { name: 'Mark as failed?' })).toBeVisible()
        await check('payout-failed')
        await page.keyboard.press('Escape')
        await expect(page.getByRole('dialog')).toHaveCount(0)
        await page.getByRole('button', { name: `Mark paid: ${PADMA.name}` }).click()
        const paid = page.getByRole('dialog', { name: 'Mark as paid?' })
        await paid.getByRole('textbox', { name: 'Bank reference (UTR)' }).fill(REFERENCE)
        await check('payout-paid')
        await paid.getByRole('button', { name: 'Mark paid' }).click()
        await expectDetail(page.getByRole('main'), 'Status', 'Paid')
        await expectMail(school, PADMA.email, REFERENCE)
      })

      await test.step('the audit log contains every action, and the ledger check passes', async () => {
        await openSection(page, 'Audit log')
        for (const action of [
          'Approved as a teacher',
          'Reply sent',
          'Coupon created',
          'Order refunded',
          'Invited from the waitlist',
          'Payout prepared',
          'Bank file downloaded',
          'Payout paid',
        ]) {
          await expect(page.getByText(action, { exact: true }).first()).toBeVisible()
        }
        // The previous lines stay visible until the response.
        const response = page.waitForResponse((response) => response.url().includes('q=order'))
        await page.getByRole('searchbox', { name: 'Action' }).fill('order')
        await response
        await expect(page.locator('[data-stale]')).toHaveCount(0)
        const lines = listItem(page, 'Audit log', 'Booked by mistake')
        await expect(lines).toHaveCount(1)
        await expect(lines).toContainText('order_refunded')
        await check('audit')
        expect(await checkLedger(school.settings)).toBe('Ledger check: balanced\n')
      })
    })
  })
}

/** Refunds ₹22.98 of a class that cost ₹1,022.98; the teacher shares it. */
async function refundPartly(page: Page, check: (name: string) => Promise<void>): Promise<void> {
  await page.getByRole('button', { name: 'Partial refund' }).click()
  const dialog = page.getByRole('dialog', { name: 'Refund part of the payment' })
  await dialog.getByRole('textbox', { name: 'Amount' }).fill('22.98')
  await expect(dialog.getByText(`${PADMA.name} earns as much as before.`)).toBeVisible()
  await dialog.getByText('Shared with the teacher').click()
  await expect(dialog.getByText('go down in proportion')).toBeVisible()
  await expect(dialog.getByText(`${PADMA.name} earns 2.2% less`)).toBeVisible()
  await check('partial-refund')
  await confirmWithReason(dialog, 'The sound was bad', 'Refund ₹22.98')
  const refund = listItem(page, 'Refunds', '₹22.98')
  await expect(refund).toContainText('Shared with the teacher')
  await expect(refund).toContainText('Sent')
}

/** The admin area with the keyboard only: the menu, all dialogs, and daily work. */
import type { Page } from '@playwright/test'
import { ASHA, addDeadMail, fillWaitlist } from '../support/admin-data.ts'
import { ARJUN, DEVIKA, KAVYA, LEELA, MEERA, PADMA, PASSWORD } from '../support/people.ts'
import { PHONE } from './a11y.ts'
import {
  heading,
  listItem,
  openAdminSection,
  payForClass,
  prepareEarnings,
  signInAsAdmin,
  toast,
} from './adminHelpers.ts'
import { expect, menuLink, test } from './fixtures.ts'
import {
  checkDialog,
  openSectionByKeyboard,
  pressControl,
  replaceText,
  skipMenu,
  tabToControl,
} from './keyboard.ts'
import { addReferrals } from './referrals.ts'

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('main').getByRole('button', { name, exact: typeof name === 'string' })
const REASON = ['textbox', 'Reason'] as const
const OPTIONAL_REASON = ['textbox', 'Reason (optional)'] as const
/** Submission of a dialog that asks for a reason only. */
const reasonSubmission = (send: string) => ({ values: { Reason: 'Reason' }, button: send })

/** Opens an item of a list by its link. */
async function openItem(page: Page, list: string, text: string): Promise<void> {
  await listItem(page, list, text).getByRole('link').first().focus()
  await page.keyboard.press('Enter')
}

/** Opens a dialog, fills in the reason and submits it. */
async function confirmWithKeyboard(page: Page, opener: string | RegExp, send: string): Promise<void> {
  await button(page, opener).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await tabToControl(page, dialog.getByRole('textbox', { name: 'Reason' }))
  await page.keyboard.type('Reason')
  await pressControl(page, dialog.getByRole('button', { name: send, exact: true }))
  await expect(dialog).toHaveCount(0)
}

test('every dialog about people keeps the focus inside, and returns it to its opener', async ({
  page,
  openBrowser,
  school,
}) => {
  test.setTimeout(240_000)
  await fillWaitlist(school.url)
  await signInAsAdmin(page, school)
  await test.step('an application', () =>
    checkDialog(page, {
      opener: button(page, `Reject ${DEVIKA.name}`),
      title: `Reject ${DEVIKA.name}?`,
      initialFocus: ['textbox', 'Reason'],
      submission: reasonSubmission('Reject'),
    }))
  await test.step('the waitlist', async () => {
    await openAdminSection(page, school, 'waitlist', 'Waitlist')
    await checkDialog(page, {
      opener: button(page, `Invite ${ASHA.name}`),
      title: `Invite ${ASHA.name}?`,
      initialFocus: ['combobox', 'Teacher'],
      submission: { button: 'Send invitation' },
    })
  })
  await test.step('a person', async () => {
    await openAdminSection(page, school, `people?q=${MEERA.email}`, 'People')
    await openItem(page, 'People', MEERA.name)
    await expect(heading(page, MEERA.name)).toBeFocused()
    const dialogs = [
      ['Change currency', 'Change currency', REASON],
      ['Delete', `Delete ${MEERA.name}?`, REASON],
      [/^Extend \d+ of/, 'Extend credits', ['textbox', 'Extend by (days)']],
    ] as const
    for (const [opener, title, initialFocus] of dialogs) {
      await checkDialog(page, { opener: button(page, opener).first(), title, initialFocus })
    }
    await checkDialog(page, {
      opener: button(page, 'Give credits'),
      title: `Give ${MEERA.name} credits`,
      initialFocus: ['textbox', 'Classes'],
      submission: reasonSubmission('Give'),
    })
    await checkDialog(page, {
      opener: button(page, 'Suspend'),
      title: `Suspend ${MEERA.name}?`,
      initialFocus: ['textbox', 'Reason'],
      submission: reasonSubmission('Suspend'),
    })
    await confirmWithKeyboard(page, 'Suspend', 'Suspend')
    await expect(button(page, 'Restore')).toBeFocused()
    await checkDialog(page, {
      opener: button(page, 'Restore'),
      title: `Restore ${MEERA.name}?`,
      initialFocus: REASON,
    })
  })
  await test.step('a class', async () => {
    await openAdminSection(page, school, 'bookings?q=meera&status=confirmed', 'Bookings')
    await openItem(page, 'Bookings', MEERA.name)
    await expect(heading(page, `${MEERA.name} with ${PADMA.name}`)).toBeFocused()
    const dialogs = [
      ['Move class', 'Move this class', ['combobox', 'Show times for']],
      ['Cancel class', 'Cancel this class?', REASON],
      ['Send emails again', 'Send the emails again?', REASON],
    ] as const
    for (const [opener, title, initialFocus] of dialogs) {
      await checkDialog(page, { opener: button(page, opener), title, initialFocus })
    }
  })
  await test.step('the administrator’s account', async () => {
    await signInAsAdmin(await openBrowser(), school)
    await openAdminSection(page, school, 'account', 'Your account')
    const other = 'Sign out Chrome on Linux'
    const dialogs = [
      [other, `${other}?`, 'Sign out'],
      ['Sign out everywhere', 'Sign out everywhere?', 'Sign out everywhere'],
    ] as const
    for (const [opener, title, send] of dialogs) {
      await checkDialog(page, {
        opener: button(page, opener),
        title,
        initialFocus: ['button', send],
        submission: { button: send },
      })
    }
  })
})

test('every dialog about money and jobs keeps the focus inside, and returns it to its opener', async ({
  page,
  openBrowser,
  school,
}) => {
  test.setTimeout(240_000)
  await addDeadMail(school.database)
  await payForClass(openBrowser, school)
  await prepareEarnings(openBrowser, school)
  await signInAsAdmin(page, school)
  await test.step('coupons', async () => {
    await openAdminSection(page, school, 'coupons', 'Coupons')
    await checkDialog(page, {
      opener: button(page, 'New coupon'),
      title: 'New coupon',
      initialFocus: ['textbox', /^Code/],
    })
    await checkDialog(page, {
      opener: button(page, 'Stop NAMASTE10'),
      title: 'Stop NAMASTE10?',
      initialFocus: REASON,
    })
    // Another administrator stops the coupon meanwhile, so its button is gone when the dialog
    // closes.
    const other = button(page, 'Stop FREECLASS')
    await other.focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Stop FREECLASS?' })
    await expect(dialog.getByRole('textbox', { name: 'Reason' })).toBeFocused()
    await school.database.run(`UPDATE coupons SET deactivated_at = ${Date.now()}000 WHERE code = 'FREECLASS'`)
    await page.keyboard.type('Reason')
    await pressControl(page, dialog.getByRole('button', { name: 'Stop coupon' }))
    await expect(dialog.getByRole('alert')).toBeVisible()
    await expect(other).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(heading(page, 'Coupons')).toBeFocused()
  })
  await test.step('failed jobs', async () => {
    await openAdminSection(page, school, 'outbox', 'Emails and jobs')
    await checkDialog(page, {
      opener: button(page, /^Try again: Email to a student/),
      title: 'Try again?',
      initialFocus: OPTIONAL_REASON,
      submission: { button: 'Try again' },
    })
  })
  await test.step('an order and its refund', async () => {
    await openAdminSection(page, school, 'orders', 'Orders')
    await openItem(page, 'Orders', ARJUN.name)
    await expect(heading(page, `One class for ${ARJUN.name}`)).toBeFocused()
    const send = 'Refund ₹1,022.98'
    await checkDialog(page, {
      opener: button(page, 'Refund'),
      title: `${send}?`,
      initialFocus: REASON,
      submission: reasonSubmission(send),
    })
    await confirmWithKeyboard(page, 'Refund', send)
    // The button no longer exists.
    await expect(page.getByText('Refunded', { exact: true })).toBeVisible()
    await expect(heading(page, `One class for ${ARJUN.name}`)).toBeFocused()
    await school.database.run("UPDATE refunds SET state = 'failed'")
    await openAdminSection(page, school, 'refunds?state=failed', 'Refunds')
    await checkDialog(page, {
      opener: button(page, 'Try again: ₹1,022.98'),
      title: 'Retry the refund of ₹1,022.98?',
      initialFocus: REASON,
    })
  })
  await test.step('payouts', async () => {
    await openAdminSection(page, school, 'payouts', 'Payouts')
    const bank = button(page, 'Bank file')
    const run = {
      opener: button(page, 'Prepare payouts'),
      title: 'Prepare payouts',
      initialFocus: ['textbox', /^Payout date/],
      submission: { button: 'Prepare payouts' },
    } as const
    await checkDialog(page, run)
    await checkDialog(page, {
      opener: bank,
      title: 'Download bank file',
      initialFocus: ['checkbox', 'Include payouts already exported but not yet paid'],
      submission: { button: 'Download' },
    })
    await run.opener.focus()
    await page.keyboard.press('Enter')
    await pressControl(page, page.getByRole('dialog').getByRole('button', { name: 'Prepare payouts' }))
    await expect(listItem(page, 'Payouts', PADMA.name)).toBeVisible()
    await expect(run.opener).toBeFocused()
    await openItem(page, 'Payouts', PADMA.name)
    await expect(heading(page, `Payout to ${PADMA.name}`)).toBeFocused()
    await checkDialog(page, {
      opener: button(page, `Mark failed: ${PADMA.name}`),
      title: 'Mark as failed?',
      initialFocus: REASON,
    })
    const pay = {
      opener: button(page, `Mark paid: ${PADMA.name}`),
      title: 'Mark as paid?',
      initialFocus: ['textbox', /^Bank reference/],
    } as const
    await checkDialog(page, pay)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('textbox', { name: /^Bank reference/ })).toBeFocused()
    await page.keyboard.type('UTR-2026-11-0042')
    await tabToControl(page, page.getByRole('dialog').getByRole('checkbox'))
    await page.keyboard.press('Space')
    await pressControl(page, page.getByRole('dialog').getByRole('button', { name: 'Mark paid' }))
    const back = button(page, `Mark as returned: ${PADMA.name}`)
    await expect(back).toBeVisible()
    await expect(heading(page, `Payout to ${PADMA.name}`)).toBeFocused()
    await checkDialog(page, {
      opener: back,
      title: 'Mark as returned?',
      initialFocus: REASON,
    })
  })
  // Last, because the clock moves until the friend has taken a class, which ends the session.
  await test.step('a referral', async () => {
    await addReferrals(school)
    await signInAsAdmin(page, school)
    await openAdminSection(page, school, 'referrals', 'Referrals')
    await checkDialog(page, {
      opener: button(page, `Grant free class to ${ARJUN.name} for ${KAVYA.name}`),
      title: `A free class for ${ARJUN.name}?`,
      initialFocus: OPTIONAL_REASON,
      submission: { button: 'Grant free class' },
    })
  })
})

test('the menu is skipped, navigated, and opened as a drawer', async ({ page, school }) => {
  await signInAsAdmin(page, school)
  await page.reload()
  await expect(heading(page, 'Today')).toBeVisible()
  await skipMenu(page)
  const sections = [
    'Messages',
    'People',
    'Bookings',
    'Waitlist',
    'Referrals',
    'Orders',
    'Refunds',
    'Payouts',
    'Coupons',
    'Emails and jobs',
    'Ledger check',
    'Audit log',
    'Your account',
  ]
  for (const section of sections) await openSectionByKeyboard(page, menuLink(page, section), section)
  await page.setViewportSize(PHONE)
  await checkDialog(page, {
    opener: page.getByRole('button', { name: 'Open menu' }),
    initialFocus: ['button', 'Close menu'],
  })
  await page.keyboard.press('Enter')
  await openSectionByKeyboard(page, menuLink(page, 'Coupons'), 'Coupons')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('a teacher is approved, another rejected, credits are granted and a coupon is created', async ({
  page,
  school,
}) => {
  // A second application beside the demo's.
  await school.database.run(
    `UPDATE teachers SET status = 'pending', applied_at = ${Date.now()}000
     WHERE person_id = (SELECT id FROM people WHERE name = '${LEELA.name}')`,
  )
  await page.goto(`${school.url}/admin-login`)
  await tabToControl(page, page.getByRole('textbox', { name: 'Username' }))
  await page.keyboard.type('admin')
  await page.keyboard.press('Tab')
  await page.keyboard.type(PASSWORD)
  await page.keyboard.press('Enter')

  // The heading of the section that the row was in.
  const approvals = page.getByRole('heading', { name: 'Teacher Approval Dashboard', level: 2 })
  await pressControl(page, button(page, `Approve ${DEVIKA.name}`))
  await expect(page.getByText('Teacher approved successfully')).toBeVisible()
  await expect(button(page, `Approve ${DEVIKA.name}`)).toHaveCount(0)
  await expect(approvals).toBeFocused()

  await pressControl(page, button(page, `Reject ${LEELA.name}`))
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('textbox', { name: 'Reason' })).toBeFocused()
  await page.keyboard.type('Please add a video.')
  await pressControl(page, dialog.getByRole('button', { name: 'Reject', exact: true }))
  await expect(page.getByText('Teacher rejected')).toBeVisible()
  await expect(page.getByText('No pending applications')).toBeVisible()
  await expect(approvals).toBeFocused()

  await pressControl(page, menuLink(page, 'People'), 'Shift+Tab')
  await expect(heading(page, 'People')).toBeFocused()
  await tabToControl(page, page.getByRole('searchbox', { name: 'Name, email or phone' }))
  await page.keyboard.type(MEERA.email)
  const matches = page.getByRole('main').getByRole('link')
  await expect(matches).toHaveText([MEERA.name])
  await pressControl(page, matches)
  await expect(heading(page, MEERA.name)).toBeFocused()
  const grantButton = button(page, 'Give credits')
  await pressControl(page, grantButton)
  await expect(dialog.getByRole('textbox', { name: 'Classes' })).toBeFocused()
  await replaceText(page, '2')
  await tabToControl(page, dialog.getByRole('textbox', { name: 'Reason' }))
  await page.keyboard.type('The sound was gone')
  await pressControl(page, dialog.getByRole('button', { name: 'Give' }))
  await expect(toast(page, 'Credits added')).toBeVisible()
  await expect(listItem(page, 'Credits', '2 of 2')).toHaveCount(1)
  await expect(grantButton).toBeFocused()

  await pressControl(page, menuLink(page, 'Coupons'), 'Shift+Tab')
  await expect(heading(page, 'Coupons')).toBeFocused()
  const newCouponButton = button(page, 'New coupon')
  await pressControl(page, newCouponButton)
  await expect(dialog.getByRole('textbox', { name: 'Code' })).toBeFocused()
  await page.keyboard.type('monsoon-15')
  await tabToControl(page, dialog.getByRole('textbox', { name: 'Discount (%)' }))
  await page.keyboard.type('15')
  await pressControl(page, dialog.getByRole('button', { name: 'Create coupon' }))
  await expect(page.getByText('Coupon MONSOON-15 is ready')).toBeVisible()
  await expect(listItem(page, 'Coupons', 'MONSOON-15')).toContainText('Active')
  await expect(newCouponButton).toBeFocused()
})

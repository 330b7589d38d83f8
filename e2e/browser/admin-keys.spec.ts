/** The back office with nothing but the keyboard: the menu, every dialog, and what a morning brings. */
import type { Page } from '@playwright/test'
import { ASHA, getStuck, queueUp } from '../support/office.ts'
import { ARJUN, DEVIKA, KAVYA, LEELA, MEERA, PADMA, PASSWORD } from '../support/people.ts'
import { earn, enter, heading, item, payForAClass, visit } from './adminMoney.ts'
import { expect, menu, test } from './fixtures.ts'
import { nameFriends } from './friends.ts'
import { chooseByKeys, goThrough, overwrite, reach, skipTheMenu, travel } from './keys.ts'
import { PHONE } from './looks.ts'

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('main').getByRole('button', { name, exact: typeof name === 'string' })
const REASON = ['textbox', 'Reason'] as const
const IF_ANY = ['textbox', 'Reason (optional)'] as const
/** What is sent by the one dialog that asks for a reason alone is looked at once. */
const why = (send: string) => ({ typed: { Reason: 'Why' }, button: send })

/** One of a list, by its link. */
async function open(page: Page, list: string, text: string): Promise<void> {
  await item(page, list, text).getByRole('link').first().focus()
  await page.keyboard.press('Enter')
}

/** What a dialog asks for is done, with the reason alone. */
async function giveReason(page: Page, opener: string | RegExp, send: string): Promise<void> {
  await button(page, opener).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await travel(page, dialog.getByRole('textbox', { name: 'Reason' }))
  await page.keyboard.type('Why')
  await reach(page, dialog.getByRole('button', { name: send, exact: true }))
  await expect(dialog).toHaveCount(0)
}

test('every dialog about people holds the focus, and gives it back', async ({ page, elsewhere, school }) => {
  test.setTimeout(240_000)
  await queueUp(school.url)
  await enter(page, school)
  await test.step('an application', () =>
    goThrough(page, {
      opener: button(page, `Reject ${DEVIKA.name}`),
      title: `Reject ${DEVIKA.name}?`,
      first: ['textbox', 'Reason'],
      sends: why('Reject'),
    }))
  await test.step('the waitlist', async () => {
    await visit(page, school, 'waitlist', 'Waitlist')
    await goThrough(page, {
      opener: button(page, `Invite ${ASHA.name}`),
      title: `Invite ${ASHA.name}?`,
      first: ['textbox', 'Invite code of a teacher'],
      sends: { button: 'Send invitation' },
    })
  })
  await test.step('a person', async () => {
    await visit(page, school, `people?q=${MEERA.email}`, 'People')
    await open(page, 'People', MEERA.name)
    await expect(heading(page, MEERA.name)).toBeFocused()
    const acts = [
      ['Change currency', 'Change currency', REASON],
      ['Delete', `Delete ${MEERA.name}?`, REASON],
      [/^Extend \d+ of/, 'Extend credits', ['textbox', 'Days more']],
    ] as const
    for (const [opener, title, first] of acts) {
      await goThrough(page, { opener: button(page, opener).first(), title, first })
    }
    await goThrough(page, {
      opener: button(page, 'Give credits'),
      title: `Give ${MEERA.name} credits`,
      first: ['textbox', 'Classes'],
      sends: why('Give'),
    })
    await goThrough(page, {
      opener: button(page, 'Suspend'),
      title: `Suspend ${MEERA.name}?`,
      first: REASON,
      sends: why('Suspend'),
    })
    await giveReason(page, 'Suspend', 'Suspend')
    await expect(button(page, 'Restore')).toBeFocused()
    await goThrough(page, {
      opener: button(page, 'Restore'),
      title: `Restore ${MEERA.name}?`,
      first: REASON,
    })
  })
  await test.step('a class', async () => {
    await visit(page, school, 'bookings?q=meera&status=confirmed', 'Bookings')
    await open(page, 'Bookings', MEERA.name)
    await expect(heading(page, `${MEERA.name} with ${PADMA.name}`)).toBeFocused()
    const acts = [
      ['Move class', 'Move this class', ['combobox', 'On whose clock']],
      ['Cancel class', 'Cancel this class?', REASON],
      ['Send mails again', 'Send the mails again?', REASON],
    ] as const
    for (const [opener, title, first] of acts) {
      await goThrough(page, { opener: button(page, opener), title, first })
    }
  })
  await test.step('the own account', async () => {
    await enter(await elsewhere(), school)
    await visit(page, school, 'account', 'Your account')
    const other = 'Sign out Chrome on Linux'
    const dialogs = [
      [other, `${other}?`, 'Sign out'],
      ['Sign out everywhere', 'Sign out everywhere?', 'Sign out everywhere'],
    ] as const
    for (const [opener, title, send] of dialogs) {
      await goThrough(page, {
        opener: button(page, opener),
        title,
        first: ['button', send],
        sends: { button: send },
      })
    }
  })
})

test('every dialog about money and work holds the focus, and gives it back', async ({
  page,
  elsewhere,
  school,
}) => {
  test.setTimeout(240_000)
  await getStuck(school.database)
  await payForAClass(elsewhere, school)
  await earn(elsewhere, school)
  await enter(page, school)
  await test.step('coupons', async () => {
    await visit(page, school, 'coupons', 'Coupons')
    await goThrough(page, {
      opener: button(page, 'New coupon'),
      title: 'New coupon',
      first: ['textbox', /^Code/],
    })
    await goThrough(page, {
      opener: button(page, 'Stop NAMASTE10'),
      title: 'Stop NAMASTE10?',
      first: REASON,
    })
    // Somebody else stops another one meanwhile: its button is gone by the time the dialog closes.
    const other = button(page, 'Stop FREECLASS')
    await other.focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Stop FREECLASS?' })
    await expect(dialog.getByRole('textbox', { name: 'Reason' })).toBeFocused()
    await school.database.run(`UPDATE coupons SET stopped_at = ${Date.now()}000 WHERE code = 'FREECLASS'`)
    await page.keyboard.type('Why')
    await reach(page, dialog.getByRole('button', { name: 'Stop coupon' }))
    await expect(dialog.getByRole('alert')).toBeVisible()
    await expect(other).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(heading(page, 'Coupons')).toBeFocused()
  })
  await test.step('work that was given up', async () => {
    await visit(page, school, 'outbox', 'Mails and jobs')
    await goThrough(page, {
      opener: button(page, /^Try again: Mail to a student/),
      title: 'Try once more?',
      first: IF_ANY,
      sends: { button: 'Try again' },
    })
  })
  await test.step('an order, and its money back', async () => {
    await visit(page, school, 'orders', 'Orders')
    await open(page, 'Orders', ARJUN.name)
    await expect(heading(page, `One class for ${ARJUN.name}`)).toBeFocused()
    const send = 'Refund ₹1,022.98'
    await goThrough(page, {
      opener: button(page, 'Refund'),
      title: `${send}?`,
      first: REASON,
      sends: why(send),
    })
    await giveReason(page, 'Refund', send)
    // There is no button any more.
    await expect(page.getByText('Refunded', { exact: true })).toBeVisible()
    await expect(heading(page, `One class for ${ARJUN.name}`)).toBeFocused()
    await school.database.run("UPDATE refunds SET state = 'failed'")
    await visit(page, school, 'refunds?state=failed', 'Refunds')
    await goThrough(page, {
      opener: button(page, 'Try again: ₹1,022.98'),
      title: 'Send ₹1,022.98 once more?',
      first: REASON,
    })
  })
  await test.step('payouts', async () => {
    await visit(page, school, 'payouts', 'Payouts')
    const bank = button(page, 'Bank table')
    const run = {
      opener: button(page, 'Prepare payouts'),
      title: 'Prepare payouts',
      first: ['textbox', /^As on/],
      sends: { button: 'Prepare payouts' },
    } as const
    await goThrough(page, run)
    await goThrough(page, {
      opener: bank,
      title: 'Download the bank table',
      first: ['checkbox', 'With those of earlier tables that are still to be paid'],
      sends: { button: 'Download' },
    })
    await run.opener.focus()
    await page.keyboard.press('Enter')
    await reach(page, page.getByRole('dialog').getByRole('button', { name: 'Prepare payouts' }))
    await expect(item(page, 'Payouts', PADMA.name)).toBeVisible()
    await expect(run.opener).toBeFocused()
    await open(page, 'Payouts', PADMA.name)
    await expect(heading(page, `Payout to ${PADMA.name}`)).toBeFocused()
    await goThrough(page, {
      opener: button(page, `Mark failed: ${PADMA.name}`),
      title: 'Mark as failed?',
      first: REASON,
    })
    const pay = {
      opener: button(page, `Mark paid: ${PADMA.name}`),
      title: 'Mark as paid?',
      first: ['textbox', /^Reference of the bank/],
    } as const
    await goThrough(page, pay)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('textbox', { name: /^Reference of the bank/ })).toBeFocused()
    await page.keyboard.type('UTR-2026-11-0042')
    await travel(page, page.getByRole('dialog').getByRole('checkbox'))
    await page.keyboard.press('Space')
    await reach(page, page.getByRole('dialog').getByRole('button', { name: 'Mark paid' }))
    const back = button(page, `Came back: ${PADMA.name}`)
    await expect(back).toBeVisible()
    await expect(heading(page, `Payout to ${PADMA.name}`)).toBeFocused()
    await goThrough(page, {
      opener: back,
      title: 'The money came back?',
      first: REASON,
    })
  })
  // Last: days pass until the friend has taken a class, and the session with them.
  await test.step('a friend', async () => {
    await nameFriends(school)
    await enter(page, school)
    await visit(page, school, 'referrals', 'Referrals')
    await goThrough(page, {
      opener: button(page, `Give the free class to ${ARJUN.name}, for ${KAVYA.name}`),
      title: `A free class for ${ARJUN.name}?`,
      first: IF_ANY,
      sends: { button: 'Give the free class' },
    })
  })
})

test('the menu is passed, walked, and opened as a drawer', async ({ page, school }) => {
  await enter(page, school)
  await page.reload()
  await expect(heading(page, 'Teacher Approval Dashboard')).toBeVisible()
  await skipTheMenu(page)
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
    'Mails and jobs',
    'Ledger check',
    'Audit log',
    'Your account',
  ]
  for (const section of sections) await chooseByKeys(page, menu(page, section), section)
  await page.setViewportSize(PHONE)
  await goThrough(page, {
    opener: page.getByRole('button', { name: 'Open menu' }),
    first: ['button', 'Close menu'],
  })
  await page.keyboard.press('Enter')
  await chooseByKeys(page, menu(page, 'Coupons'), 'Coupons')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('one is approved, one rejected, credits are given and a coupon made, with every key pressed', async ({
  page,
  school,
}) => {
  // Another application beside the demo's.
  await school.database.run(
    `UPDATE teachers SET status = 'pending', applied_at = ${Date.now()}000
     WHERE person_id = (SELECT id FROM people WHERE name = '${LEELA.name}')`,
  )
  await page.goto(`${school.url}/admin-login`)
  await travel(page, page.getByRole('textbox', { name: 'Username' }))
  await page.keyboard.type('admin')
  await page.keyboard.press('Tab')
  await page.keyboard.type(PASSWORD)
  await page.keyboard.press('Enter')

  const approvals = heading(page, 'Teacher Approval Dashboard')
  await reach(page, button(page, `Approve ${DEVIKA.name}`))
  await expect(page.getByText('Teacher approved successfully')).toBeVisible()
  await expect(button(page, `Approve ${DEVIKA.name}`)).toHaveCount(0)
  await expect(approvals).toBeFocused()

  await reach(page, button(page, `Reject ${LEELA.name}`))
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('textbox', { name: 'Reason' })).toBeFocused()
  await page.keyboard.type('Please add a video.')
  await reach(page, dialog.getByRole('button', { name: 'Reject', exact: true }))
  await expect(page.getByText('Teacher rejected')).toBeVisible()
  await expect(page.getByText('Nobody is waiting')).toBeVisible()
  await expect(approvals).toBeFocused()

  await reach(page, menu(page, 'People'), 'Shift+Tab')
  await expect(heading(page, 'People')).toBeFocused()
  await travel(page, page.getByRole('searchbox', { name: 'Name or email' }))
  await page.keyboard.type(MEERA.email)
  const found = page.getByRole('main').getByRole('link')
  await expect(found).toHaveText([MEERA.name])
  await reach(page, found)
  await expect(heading(page, MEERA.name)).toBeFocused()
  const give = button(page, 'Give credits')
  await reach(page, give)
  await expect(dialog.getByRole('textbox', { name: 'Classes' })).toBeFocused()
  await overwrite(page, '2')
  await travel(page, dialog.getByRole('textbox', { name: 'Reason' }))
  await page.keyboard.type('The sound was gone')
  await reach(page, dialog.getByRole('button', { name: 'Give' }))
  await expect(page.getByText('The credits are there')).toBeVisible()
  await expect(item(page, 'Credits', '2 of 2')).toHaveCount(1)
  await expect(give).toBeFocused()

  await reach(page, menu(page, 'Coupons'), 'Shift+Tab')
  await expect(heading(page, 'Coupons')).toBeFocused()
  const add = button(page, 'New coupon')
  await reach(page, add)
  await expect(dialog.getByRole('textbox', { name: 'Code' })).toBeFocused()
  await page.keyboard.type('monsoon-15')
  await travel(page, dialog.getByRole('textbox', { name: 'Takes off, in percent' }))
  await page.keyboard.type('15')
  await reach(page, dialog.getByRole('button', { name: 'Make coupon' }))
  await expect(page.getByText('Coupon MONSOON-15 is ready')).toBeVisible()
  await expect(item(page, 'Coupons', 'MONSOON-15')).toContainText('In use')
  await expect(add).toBeFocused()
})

/** A new student: sign-up, mailed code, role, invite code, free slots. */
import type { Locator, Page } from '@playwright/test'
import { KAVYA, LEELA, PADMA } from '../support/people.ts'
import {
  expect,
  expectDetail,
  fillSignIn,
  freeSlotButtons,
  learnOneself,
  menuLink,
  openBooking,
  slotIdOf,
  slotStart,
  test,
} from './fixtures.ts'
import { sendInviteCode, signUp } from './teacherHelpers.ts'

const NEW = { name: 'Tara Devi', email: 'tara@new.test', password: 'nine rivers and a lamp' }

test('a new user signs up, joins with an invite code and sees free slots in the local time zone', async ({
  page,
  school,
}) => {
  await page.goto(school.url)
  await sendInviteCode(page, PADMA.code.toLowerCase())
  await signUp(page, school, NEW)
  await expect(page).toHaveURL(/\/onboarding/)
  await learnOneself(page)
  await expect(page.getByRole('textbox', { name: 'Teacher Invite Code' })).toHaveValue(PADMA.code)
  const title = page.getByRole('heading', { level: 1, name: 'Complete Your Profile' })
  await expect(title).toBeVisible()
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Namaste, Tara' })).toBeVisible()
  await expect(page.getByRole('button', { name: /Continue as Teacher/ })).toBeVisible()
  await page.getByRole('button', { name: /Continue as Student/ }).click()
  await expect(title).toBeVisible()

  await expect(page.getByRole('combobox', { name: 'Location' })).toHaveValue('India')
  await expect(page.getByRole('heading', { name: 'New-student promotion' })).toBeVisible()
  await page.getByText('See the platform fee after that').click()
  const tiers = page.getByRole('table').getByRole('row')
  await expect(tiers).toHaveText([
    /Fee/,
    /First 60 days\s*0%/,
    /1-20\s*10%/,
    /21-100\s*8%/,
    /101-250\s*6.5%/,
    /Over 250\s*5%/,
  ])

  const code = page.getByRole('textbox', { name: 'Teacher Invite Code' })
  await code.fill('TCH-NOT-2222')
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await expect(page.getByText('Invalid invite code. Please check it with your teacher.')).toBeVisible()
  await expect(code).toBeFocused()

  await code.fill(PADMA.code.toLowerCase())
  await expect(page.getByText(PADMA.name)).toBeVisible()
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await expect(page.getByText('Successfully registered as a student!')).toBeVisible()
  await expect(page).toHaveURL(`${school.url}/booking#dashboard`)
  await expect(page.getByRole('heading', { level: 1, name: 'Namaste, Tara' })).toBeVisible()
  await expect(page.getByText('Times shown in Kolkata, GMT+5:30.')).toBeVisible()
  await expect(freeSlotButtons(page).filter({ hasText: '7:00 am' }).first()).toBeVisible()

  const dialog = await openBooking(page)
  await expect(dialog.getByText('Insufficient Credits')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Pay ₹1,022.98' })).toBeEnabled()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await page.getByRole('link', { name: 'My Credits' }).click()
  await expect(page.getByText('0 Classes Remaining')).toBeVisible()
})

test('a code that does not work is refused before the sign-up', async ({ page, school }) => {
  await page.goto(school.url)
  await sendInviteCode(page, 'TCH-NOT-2222')
  const dialog = page.getByRole('dialog', { name: 'Use your invite code' })
  await expect(dialog.getByText(/^This code isn’t working/)).toBeVisible()
  await expect(dialog.getByLabel('Teacher Invite Code')).toBeFocused()
  await dialog.getByRole('button', { name: 'Join the waitlist' }).click()
  await expect(page.getByRole('dialog', { name: 'Tala' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('main').getByRole('link', { name: 'Student? Use Invite Code' })).toBeFocused()
})

test('Back after signing up skips the pages of the sign-up', async ({ page, school }) => {
  await page.goto(school.url)
  await sendInviteCode(page, PADMA.code)
  await signUp(page, school, NEW)
  await learnOneself(page)
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  const home = page.getByRole('heading', { level: 1, name: 'Namaste, Tara' })
  await expect(home).toBeVisible()
  // The code page, the sign-up page, and the page before them.
  for (let back = 0; back < 2; back += 1) {
    await page.goBack()
    await expect(page).toHaveURL(`${school.url}/booking#dashboard`)
    await expect(home).toBeVisible()
  }
})

test('an invite link keeps its code through sign-in', async ({ page, school }) => {
  await page.goto(`${school.url}/booking?ref=${LEELA.code}`)
  await expect(page).toHaveURL(`${school.url}/t/${LEELA.code}`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(`${LEELA.name} invites you to learn`)
  await acceptLink(page).click()
  await page.getByRole('link', { name: 'Sign in' }).click()
  await fillSignIn(page, KAVYA.email)
  await learnOneself(page)
  await expect(page.getByRole('textbox', { name: 'Teacher Invite Code' })).toHaveValue(LEELA.code)
  await expect(page.getByText(LEELA.name)).toBeVisible()
})

test('an invitation accepted before its script has loaded leads to the sign-up, too', async ({
  page,
  school,
}) => {
  await page.route(/\/assets\/invite-.*\.js/, () => {})
  await page.goto(`${school.url}/t/${LEELA.code}`, { waitUntil: 'commit' })
  await acceptLink(page).click()
  await page.getByRole('link', { name: 'Sign in' }).click()
  await fillSignIn(page, KAVYA.email)
  await learnOneself(page)
  await expect(page.getByRole('textbox', { name: 'Teacher Invite Code' })).toHaveValue(LEELA.code)
})

test('the booking of a time chosen on the invite page opens after the sign-up', async ({ page, school }) => {
  await page.goto(`${school.url}/t/${PADMA.code}`)
  const time = page.locator('.open-times a').last()
  const start = await time.locator('time').getAttribute('datetime')
  const [day, clock] = await Promise.all([
    time.locator('[data-day]').textContent(),
    time.locator('[data-clock]').textContent(),
  ])
  await time.click()
  await signUp(page, school, NEW)
  await expect(page.getByRole('heading', { level: 1, name: 'Complete Your Profile' })).toBeVisible()
  await learnOneself(page)
  await page.reload()
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Book Your Class' })
  await expectDetail(dialog, 'Class Date', new RegExp(`^${day}`))
  await expectDetail(dialog, 'Class Time', new RegExp(`^${clock?.replace(/ [ap]m/, '')}`))
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  const shown = await Promise.all((await freeSlotButtons(page).all()).map(slotIdOf))
  expect(shown.map((id) => slotStart(id).getTime())).toContain(Date.parse(start ?? ''))

  await page.reload()
  await expect(freeSlotButtons(page).first()).toBeVisible()
  await expect(dialog).toBeHidden()
  await menuLink(page, 'Active Classes').click()
  await expect(page.getByText('No active classes found')).toBeVisible()
})

function acceptLink(page: Page): Locator {
  return page.getByRole('link', { name: 'Accept the invitation' }).filter({ visible: true }).first()
}

test.describe('in New York', () => {
  test.use({ timezoneId: 'America/New_York' })

  test('a student of a teacher in Chennai sees both local times', async ({ page, school }) => {
    await page.goto(school.url)
    await page.getByRole('link', { name: 'Login', exact: true }).click()
    await fillSignIn(page, KAVYA.email)
    await page.getByRole('button', { name: /Continue as Student/ }).click()
    await learnOneself(page)
    await page.getByRole('textbox', { name: 'Teacher Invite Code' }).fill(PADMA.code)
    // The teacher appears above the button, which moves.
    await expect(page.getByText(PADMA.name)).toBeVisible()
    await expect(page.getByRole('combobox', { name: 'Location' })).toHaveValue('India')
    await expect(
      page.getByText('Your device is set to New York time. Pay in US dollars ($) instead?'),
    ).toBeVisible()
    await page.getByRole('button', { name: 'Choose United States' }).click()
    await expect(page.getByRole('combobox', { name: 'Location' })).toHaveValue('United States')
    await expect(page.getByText('You’ll pay in US dollars ($).')).toBeVisible()
    await page.getByRole('button', { name: 'Continue', exact: true }).click()
    await expect(
      page.getByText(/^Times shown in New York, GMT−[45]\. Your teacher’s time is below each one\./),
    ).toBeVisible()
    const early = freeSlotButtons(page).filter({ hasText: '7:00 am Kolkata' }).first()
    await expect(early).toContainText(/(8|9):30 pm/)
    const dialog = await openBooking(page, early)
    await expect(dialog).toContainText(/(8|9):30–(9|10):30 pm \(New York, GMT−[45]\)/)
    await expect(dialog).toContainText('7:00 am for your teacher (Kolkata)')
  })
})

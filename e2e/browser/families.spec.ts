/** Families: a parent with two children, a second guardian, and a student under 18 (ADR 14). */
import type { Locator, Page } from '@playwright/test'
import { readMailbox } from '../support/api.ts'
import { ANITA, KAVYA, PADMA } from '../support/people.ts'
import { checkPage, DESKTOP, PHONE } from './a11y.ts'
import { expect, fillSignIn, firstBookableSlot, learnOneself, signIn, test } from './fixtures.ts'
import { signUp } from './teacherHelpers.ts'

const BELA = { name: 'Bela Rao', email: 'bela@new.test', password: 'nine rivers and a lamp' }

test.use({ viewport: PHONE })

function switcher(page: Page, child: string): Locator {
  return page.getByRole('button', { name: `Classes for ${child}. Change` })
}

async function switchTo(page: Page, from: string, to: string): Promise<void> {
  await switcher(page, from).click()
  await page.getByRole('link', { name: new RegExp(`^${to}`) }).click()
  await expect(switcher(page, to)).toBeVisible()
}

/** The link in the mailed invitation of a guardian. */
async function invitationLink(url: string, email: string): Promise<string> {
  let link = ''
  await expect
    .poll(async () => {
      const mail = (await readMailbox(url)).find(({ to }) => to === email)
      link = mail?.text.match(/http\S+\/guardian#\w+/)?.[0] ?? ''
      return link
    })
    .not.toBe('')
  return link
}

test('a parent books for one child, sees the week of all and loads the data of one', async ({
  page,
  school,
}) => {
  await signIn(page, school, ANITA)
  await expect(page.getByRole('heading', { level: 1, name: 'Classes for Asha' })).toBeVisible()
  await checkPage(page, 'family-dashboard')
  await (await firstBookableSlot(page)).click()
  const dialog = page.getByRole('dialog', { name: 'Booking for Asha' })
  await dialog.getByRole('button', { name: 'Book with Credits (1 credit)' }).click()
  await expect(page.getByRole('heading', { name: 'Booked for Asha' })).toBeVisible()
  await page.goto(`${school.url}/booking#activeclasses`)
  await expect(page.getByText('Private').first()).toBeVisible()

  // The section stays, with Ravi's classes.
  await switchTo(page, 'Asha', 'Ravi')
  await expect(page.getByText('No active classes found')).toBeVisible()
  await page.goto(`${school.url}/booking#dashboard`)
  await expect(page.getByRole('heading', { level: 1, name: 'Classes for Ravi' })).toBeVisible()
  const week = page.getByRole('region', { name: 'Your family’s next 7 days' })
  await expect(week).toContainText('Asha')
  await page.reload()
  await expect(switcher(page, 'Ravi')).toBeVisible()

  await page.goto(`${school.url}/booking#settings`)
  await expect(page.getByRole('heading', { name: 'Your children' })).toBeVisible()
  await checkPage(page, 'family-account')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download data about Asha' }).click()
  expect((await download).suggestedFilename()).toContain('asha')
})

test('a second guardian accepts an invitation and sees the child', async ({ openBrowser, page, school }) => {
  await signIn(page, school, ANITA)
  await page.goto(`${school.url}/booking#settings`)
  await page.getByRole('button', { name: /Invite another parent or guardian for Asha/ }).click()
  await page.getByLabel('Email of the other parent or guardian').fill(BELA.email)
  await page.getByRole('button', { name: 'Send invitation' }).click()
  await expect(page.getByText(`We’ve emailed an invitation to ${BELA.email}.`)).toBeVisible()
  const link = await invitationLink(school.url, BELA.email)
  const other = await openBrowser({ viewport: DESKTOP })
  await other.goto(link)
  await expect(
    other.getByRole('heading', { level: 1, name: 'You’ve been invited as a parent or guardian' }),
  ).toBeVisible()
  await checkPage(other, 'guardian-visitor')
  await other.getByRole('button', { name: 'Create an account' }).click()
  await signUp(other, school, BELA)
  await expect(other.getByRole('heading', { level: 1, name: 'Become a guardian for Asha Rao' })).toBeVisible()
  await checkPage(other, 'guardian-invitation')
  await other.getByRole('checkbox').first().check()
  await other.getByRole('button', { name: 'Accept' }).click()
  await expect(other.getByRole('heading', { level: 1, name: 'Classes for Asha' })).toBeVisible()

  await page.reload()
  await expect(page.getByText('Bela Rao')).toBeVisible()
})

test('a parent joins for a child; a student under 18 is told to ask one', async ({
  openBrowser,
  page,
  school,
}) => {
  await page.goto(`${school.url}/?ref=${PADMA.code}#accept-invitation`)
  await page.getByRole('link', { name: 'Sign in' }).click()
  await fillSignIn(page, KAVYA.email)
  await learnOneself(page)
  await page.getByRole('textbox', { name: 'Year' }).fill(String(new Date().getFullYear() - 9))
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Ask a parent or guardian to sign up' })).toBeVisible()
  await checkPage(page, 'joining-under-18')

  await page.getByRole('radio', { name: 'My child' }).check()
  await page.getByRole('textbox', { name: 'The child’s name' }).fill('Mira Iyer')
  await page.getByRole('textbox', { name: 'Day' }).fill('5')
  await page.getByRole('combobox', { name: 'Month' }).selectOption('May')
  await page.getByRole('textbox', { name: 'Year' }).fill(String(new Date().getFullYear() - 9))
  await page.getByRole('checkbox').check()
  await checkPage(page, 'joining-child')
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Classes for Mira' })).toBeVisible()

  await switcher(page, 'Mira').click()
  await page.getByRole('link', { name: 'Add a child' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Add a child' })).toBeVisible()
  await checkPage(page, 'add-child')

  const teacher = await openBrowser()
  await signIn(teacher, school, PADMA)
  await teacher.goto(`${school.url}/teacher#students`)
  await expect(teacher.getByText('Mira Iyer').first()).toBeVisible()
})

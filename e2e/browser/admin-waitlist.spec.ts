/** The waitlist in the admin area: search, export, invitations by mail. */
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { ASHA, fillWaitlist, KAMALA } from '../support/admin-data.ts'
import { readMailbox } from '../support/api.ts'
import { PADMA } from '../support/people.ts'
import { checkPage } from './a11y.ts'
import { heading, signInAsAdmin } from './adminHelpers.ts'
import { expect, menuLink, test } from './fixtures.ts'

const row = (page: Page, name: string) =>
  page.getByRole('table', { name: 'Waitlist' }).getByRole('row').filter({ hasText: name })

test('a person is invited to a teacher, and again only after confirmation', async ({
  page,
  school,
  openBrowser,
}) => {
  await fillWaitlist(school.url)
  await signInAsAdmin(page, school)
  await menuLink(page, 'Waitlist').click()
  await expect(row(page, KAMALA.name)).toContainText('A teacher')
  await page.getByRole('searchbox', { name: 'Name or email' }).fill('asha')
  await expect(row(page, KAMALA.name)).toHaveCount(0)
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ])
  const table = await readFile(await file.path(), 'utf8')
  expect(table).toContain(ASHA.email)
  expect(table).not.toContain(KAMALA.email)

  await page.getByRole('button', { name: `Invite ${ASHA.name}` }).click()
  const dialog = page.getByRole('dialog', { name: `Invite ${ASHA.name}?` })
  await dialog.getByRole('combobox', { name: 'Teacher' }).fill('padma')
  await page.getByRole('option', { name: /Padma/ }).click()
  await dialog.getByRole('textbox', { name: 'Personal note' }).fill('A place is free on Mondays.')
  await dialog.getByRole('button', { name: 'Send invitation' }).click()
  await expect(page.getByText(`Invitation sent to ${ASHA.name}`)).toBeVisible()
  await expect(page.getByText('No entries')).toBeVisible()
  const mailText = async () => (await readMailbox(school.url)).find(({ to }) => to === ASHA.email)?.text ?? ''
  await expect.poll(mailText).toContain('A place is free on Mondays.')
  expect(await mailText()).toContain(PADMA.code)

  await page.getByText('Invited', { exact: true }).click()
  await expect(row(page, ASHA.name)).toContainText('by admin')
  await page.getByRole('button', { name: `Invite again: ${ASHA.name}` }).click()
  await expect(dialog.getByText('Already invited before.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Send again' }).click()
  await expect(dialog.getByText('This person was invited less than a minute ago.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  await menuLink(page, 'Audit log').click()
  await expect(heading(page, 'Audit log')).toBeVisible()
  for (const act of ['waitlist_exported', 'waitlist_invited'])
    await expect(page.getByText(act, { exact: true }).first()).toBeVisible()

  const [link = ''] = /http\S+#leave-waitlist\S+/.exec(await mailText()) ?? []
  const visitor = await openBrowser()
  await visitor.goto(link)
  const leaveDialog = visitor.getByRole('dialog', { name: 'Tala' })
  await visitor.route('**/api/waitlist/leave/*', (route) => route.abort())
  await leaveDialog.getByRole('button', { name: 'Leave the waitlist' }).click()
  await expect(leaveDialog.getByRole('alert')).toHaveText('That did not work. Please try again.')
  await visitor.unroute('**/api/waitlist/leave/*')
  await checkPage(visitor, 'waitlist-leave')
  await leaveDialog.getByRole('button', { name: 'Leave the waitlist' }).click()
  await expect(leaveDialog.getByRole('alert')).toContainText('You are no longer on the waitlist.')
  await checkPage(visitor, 'waitlist-left')
  await leaveDialog.getByText('Close', { exact: true }).click()
  await expect(leaveDialog).toBeHidden()
  expect(new URL(visitor.url()).hash).toBe('')
  await menuLink(page, 'Waitlist').click()
  await page.getByText('Invited', { exact: true }).click()
  await expect(page.getByText('No entries')).toBeVisible()
})

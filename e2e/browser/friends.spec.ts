/** A friend is named under My Credits, comes, and brings a free class (D29). */
import type { Page } from '@playwright/test'
import { ARJUN, KAVYA, MEERA } from '../support/people.ts'
import { booksAgree } from '../support/tala.ts'
import { enter, heading } from './adminMoney.ts'
import { expect, menu, signInAsStudent, test } from './fixtures.ts'
import { takeFirstClass } from './friends.ts'
import { inspect, WIDTHS } from './looks.ts'
import { choose } from './teaching.ts'

const panel = (page: Page) => page.getByRole('region', { name: 'Bring a friend' })
const friend = (page: Page, name: string) =>
  panel(page).getByRole('row').or(panel(page).getByRole('listitem')).filter({ hasText: name })

async function name(page: Page, who: { name: string; email: string }): Promise<void> {
  await panel(page).getByRole('textbox', { name: 'Your friend’s name' }).fill(who.name)
  await panel(page).getByRole('textbox', { name: 'Your friend’s e-mail address' }).fill(who.email)
  await panel(page).getByRole('button', { name: 'Name this friend' }).click()
}

for (const { width, height } of WIDTHS) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height } })

    test('a friend is named, and nobody learns who else is here', async ({ page, school }) => {
      await signInAsStudent(page, school, ARJUN)
      await choose(page, 'My Credits')
      await expect(panel(page).getByText('You have not named anybody yet.')).toBeVisible()
      await panel(page).getByRole('button', { name: 'Name this friend' }).click()
      await expect(panel(page).getByText('Please enter your friend’s name!')).toBeVisible()
      await expect(panel(page).getByText('Please enter a valid email!')).toBeVisible()
      await expect(panel(page).getByRole('textbox', { name: 'Your friend’s name' })).toBeFocused()
      await inspect(page, 'friends-errors')
      await name(page, { name: 'Me', email: ARJUN.email })
      await expect(panel(page).getByText('Please enter a friend’s email, not your own')).toBeVisible()
      await name(page, { name: 'Asha', email: 'asha;rao@new.test' })
      await expect(panel(page).getByText('Please enter a valid email!'), 'by the server').toBeVisible()
      await name(page, KAVYA)
      await expect(friend(page, KAVYA.name)).toContainText('Comes after their first class')
      const thanks = page.getByText(
        'Thank you! Your free class comes when your friend has taken a first one.',
      )
      await expect(thanks).toHaveCount(1)
      await inspect(page, 'friends')
      // She is here already. Arjun is answered alike.
      await name(page, MEERA)
      await expect(thanks).toHaveCount(2)
      await expect(friend(page, MEERA.name)).toHaveCount(0)
    })
  })
}

test('the friend takes a class, an administrator gives the free one, and the student sees it', async ({
  page,
  elsewhere,
  school,
}) => {
  await signInAsStudent(page, school, ARJUN)
  await menu(page, 'My Credits').click()
  await name(page, KAVYA)
  await expect(friend(page, KAVYA.name)).toContainText('Comes after their first class')
  await takeFirstClass(school, KAVYA)

  const office = await elsewhere()
  await enter(office, school)
  await menu(office, 'Referrals').click()
  await expect(heading(office, 'Referrals')).toBeVisible()
  await office
    .getByRole('button', { name: `Give the free class to ${ARJUN.name}, for ${KAVYA.name}` })
    .click()
  await office.getByRole('dialog').getByRole('button', { name: 'Give the free class' }).click()
  await expect(office.getByText(`${ARJUN.name} has a free class`)).toBeVisible()

  await signInAsStudent(page, school, ARJUN)
  await menu(page, 'My Credits').click()
  await expect(friend(page, KAVYA.name)).toContainText('Given on ')
  await expect(page.getByText('1 Classes Remaining')).toBeVisible()
  await expect(page.getByRole('table', { name: 'Every credit, one by one' })).toContainText(
    'You were given 1 credit.',
  )
  expect(await booksAgree(school.settings)).toBe('The books agree.\n')
})

/** The same client with another provider (npm `oidc-provider`): nothing depends on our own issuer. */
import { startHostedProvider } from '../support/hosted-provider.mjs'
import { MEERA, PADMA } from '../support/people.ts'
import { freePort, removeFolder, startTala, temporaryFolder } from '../support/tala.ts'
import {
  confirmation,
  confirmButton,
  expect,
  freeSlotButtons,
  menuLink,
  openBooking,
  test,
  tokenOf,
} from './fixtures.ts'
import { sendInviteCode } from './teacherHelpers.ts'

const PEOPLE = {
  'hosted|meera': { email: MEERA.email, email_verified: true, name: MEERA.name },
  'hosted|nila': { email: 'nila@hosted.test', email_verified: true, name: 'Nila Bose' },
}

test('sign in, book, renew and sign out with a hosted provider', async ({ page }) => {
  const port = await freePort()
  const appUrl = `http://localhost:${port}`
  const dataFolder = temporaryFolder()
  await (await startTala({ name: 'hosted-browser-seed', dataFolder })).stop()
  const provider = await startHostedProvider({ appUrl, people: PEOPLE })
  const settings = { 'oidc.issuer': provider.issuer, 'oidc.link_by_verified_email': 'true' }
  const server = await startTala({ name: 'hosted-browser', command: 'serve', port, dataFolder, settings })
  try {
    await page.goto(appUrl)
    await page.getByRole('link', { name: 'Login', exact: true }).click()
    await expect(page).toHaveURL(new RegExp(`^${provider.issuer}/`))
    await page.getByLabel('Account').fill('hosted|meera')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page).toHaveURL(`${appUrl}/booking#dashboard`)
    await confirmButton(await openBooking(page)).click()
    await expect(confirmation(page)).toBeVisible()
    await page.getByRole('button', { name: 'See Active Classes' }).click()
    await expect(page.getByRole('row')).toHaveCount(3)

    const before = await tokenOf(page)
    await page.evaluate(() => {
      const key = Object.keys(localStorage).find((name) => name.startsWith('oidc.user:')) ?? ''
      const user = JSON.parse(localStorage.getItem(key) ?? '{}') as Record<string, unknown>
      localStorage.setItem(key, JSON.stringify({ ...user, expires_at: Math.floor(Date.now() / 1000) }))
    })
    await menuLink(page, 'My Credits').click()
    await expect(page.getByText(/Classes Remaining/)).toBeVisible()
    await expect.poll(() => tokenOf(page)).not.toBe(before)

    await page.getByRole('button', { name: 'Logout' }).click()
    await page.getByRole('button', { name: 'Yes, sign me out' }).click()
    await expect(page).toHaveURL(`${appUrl}/`)
    await sendInviteCode(page, PADMA.code)
    await page.getByLabel('Account').fill('hosted|nila')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Complete Your Profile' })).toBeVisible()
    await expect(freeSlotButtons(page)).toHaveCount(0)
  } finally {
    await server.stop()
    await provider.stop()
    removeFolder(dataFolder)
  }
})

/** A teacher's invitation by the device's own sheet for sharing, which Chromium at a desk has not: a stand-in takes its place. */
import { PADMA } from '../support/people.ts'
import { expect, test } from './fixtures.ts'
import { inspect, WIDTHS } from './looks.ts'
import { signInAsTeacher } from './teaching.ts'

for (const { width, height } of WIDTHS) {
  test(`at ${width} px the invitation goes to the device's own sheet`, async ({ page, school }) => {
    await page.setViewportSize({ width, height })
    await page.addInitScript(() => {
      const shared: ShareData[] = []
      const share = async (what: ShareData) => void shared.push(what)
      Object.assign(window, { shared })
      Object.defineProperty(navigator, 'share', { configurable: true, value: share })
    })
    await signInAsTeacher(page, school)
    await page.getByRole('button', { name: 'Share Your Teacher Invite Code' }).click()
    const dialog = page.getByRole('dialog', { name: 'Share Teacher Code' })
    const button = dialog.getByRole('button', { name: 'Share', exact: true })
    await expect(button).toBeVisible()
    await inspect(page, 'share-sheet')
    await button.click()
    const shared = () => page.evaluate(() => (window as unknown as { shared: ShareData[] }).shared)
    await expect.poll(shared).toHaveLength(1)
    const [what] = await shared()
    expect(what?.url).toBe(`${school.url}/booking?ref=${PADMA.code}`)
    expect(what?.text).toContain(PADMA.code)
  })
}

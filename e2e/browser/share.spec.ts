/** A teacher's invitation with the Web Share API, mocked because desktop Chromium does not have it. */
import { PADMA } from '../support/people.ts'
import { checkPage, WIDTHS } from './a11y.ts'
import { expect, test } from './fixtures.ts'
import { signInAsTeacher } from './teacherHelpers.ts'

for (const { width, height } of WIDTHS) {
  test(`at ${width} px the invitation is shared with the device's share dialog`, async ({ page, school }) => {
    await page.setViewportSize({ width, height })
    await page.addInitScript(() => {
      const shared: ShareData[] = []
      const share = async (data: ShareData) => void shared.push(data)
      Object.assign(window, { shared })
      Object.defineProperty(navigator, 'share', { configurable: true, value: share })
    })
    await signInAsTeacher(page, school)
    await page.getByRole('button', { name: 'Share Your Teacher Invite Code' }).click()
    const dialog = page.getByRole('dialog', { name: 'Share Teacher Code' })
    const button = dialog.getByRole('button', { name: 'Share', exact: true })
    await expect(button).toBeVisible()
    await checkPage(page, 'share-sheet')
    await button.click()
    const shared = () => page.evaluate(() => (window as unknown as { shared: ShareData[] }).shared)
    await expect.poll(shared).toHaveLength(1)
    const [data] = await shared()
    expect(data?.url).toBe(`${school.url}/t/${PADMA.code}`)
    expect(data?.text).toContain(PADMA.code)
  })
}

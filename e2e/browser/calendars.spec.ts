/** A student's classes in other calendars: one as a file, or all with a private URL (D32). */
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import ICAL from 'ical.js'
import { readMailbox } from '../support/api.ts'
import { MEERA, PADMA } from '../support/people.ts'
import { checkPage, WIDTHS } from './a11y.ts'
import {
  confirmation,
  confirmButton,
  expect,
  menuLink,
  openBooking,
  signInAsStudent,
  test,
} from './fixtures.ts'
import { openMenuEntry } from './teacherHelpers.ts'

function readCalendar(text: string): { method: unknown; events: ICAL.Event[] } {
  const calendar = new ICAL.Component(ICAL.parse(text))
  return {
    method: calendar.getFirstPropertyValue('method'),
    events: calendar.getAllSubcomponents('vevent').map((event) => new ICAL.Event(event)),
  }
}

/** Clicks and returns the downloaded file. */
async function downloadedFile(
  page: Page,
  click: () => Promise<void>,
): Promise<{ name: string; text: string }> {
  const download = page.waitForEvent('download')
  await click()
  const file = await download
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') }
}

test('a booked class can be downloaded as the same calendar event as in the mail', async ({
  page,
  school,
}) => {
  await page.clock.install()
  await signInAsStudent(page, school, MEERA)
  await confirmButton(await openBooking(page)).click()
  const card = confirmation(page)
  await card.getByRole('button', { name: 'Stay here' }).click()
  const button = card.getByRole('button', { name: 'Add to another calendar' })
  const file = await downloadedFile(page, () => button.click())
  expect(file.name).toMatch(/^class-[0-9A-F]{4}-[0-9A-F]{4}\.ics$/)
  const { method, events } = readCalendar(file.text)
  expect(method).toBe('PUBLISH')
  expect(events).toHaveLength(1)
  const [event] = events
  expect(event?.summary).toBe(`Private dance class with ${PADMA.name}`)
  expect(event?.location).toContain('https://meet.google.com/')

  const invitation = async () =>
    (await readMailbox(school.url)).find(({ to, ics }) => to === MEERA.email && ics)?.ics ?? ''
  await expect.poll(invitation).not.toBe('')
  const [invited] = readCalendar(await invitation()).events
  expect([event?.uid, event?.startDate.toString(), event?.endDate.toString()]).toEqual([
    invited?.uid,
    invited?.startDate.toString(),
    invited?.endDate.toString(),
  ])

  await menuLink(page, 'Active Classes').click()
  const list = page.getByRole('table', { name: 'Active Classes' })
  await expect(list.getByRole('button', { name: /^Add to calendar ?, / })).toHaveCount(2)
  const all = [
    await downloadedFile(page, () =>
      list
        .getByRole('button', { name: /^Add to calendar ?, / })
        .first()
        .click(),
    ),
    await downloadedFile(page, () =>
      list
        .getByRole('button', { name: /^Add to calendar ?, / })
        .last()
        .click(),
    ),
  ]
  const uids = all.map(({ text }) => readCalendar(text).events[0]?.uid)
  expect(new Set(uids).size).toBe(2)
  expect(uids).toContain(event?.uid)
})

for (const { width, height } of WIDTHS) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height } })

    test('a student has a private feed URL with all classes, and can disable it', async ({
      page,
      request,
      school,
    }) => {
      await signInAsStudent(page, school, MEERA)
      await openMenuEntry(page, 'Active Classes')
      await expect(page.getByRole('button', { name: /^Add to calendar ?, / })).toHaveCount(1)
      await checkPage(page, 'calendars-classes')
      await openMenuEntry(page, 'My Account')
      await page.getByRole('button', { name: 'Create a calendar link' }).click()
      const field = page.getByRole('textbox', { name: 'Calendar link' })
      await expect(field).toHaveValue(/\/feed\/[0-9a-f]+\.ics$/)
      await checkPage(page, 'calendars-feed')
      const address = await field.inputValue()
      const { events } = readCalendar(await (await request.get(address)).text())
      expect(events.length).toBeGreaterThan(0)
      await page.getByRole('button', { name: 'Turn the feed off' }).click()
      await expect(page.getByText('You have no calendar link yet.')).toBeVisible()
      expect((await request.get(address)).status()).toBe(404)
    })
  })
}

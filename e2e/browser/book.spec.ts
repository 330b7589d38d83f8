/** Booking a class with a credit, from the free hour to Past Classes; once with the mouse and once without. */
import ICAL from 'ical.js'
import { advance, ask, type Booking, readMailbox, receivers } from '../support/api.ts'
import { MEERA, PADMA } from '../support/people.ts'
import {
  confirmation,
  confirmButton,
  expect,
  expectFact,
  menu,
  openBooking,
  signInAsStudent,
  slotId,
  slots,
  soonest,
  startOf,
  stopTheClock,
  tabTo,
  tabUntil,
  test,
  tokenOf,
} from './fixtures.ts'

const HOUR_MS = 3_600_000

test('Meera books with a credit, and takes the class', async ({ page, context, school }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.clock.install()
  await signInAsStudent(page, school, MEERA)
  await expect(
    page.getByText(/^Your class credits are expiring soon! You have [45] days left\.$/),
  ).toBeVisible()
  await menu(page, 'My Credits').click()
  const balance = page.getByText(/^\d+ Classes Remaining$/)
  const before = Number.parseInt((await balance.textContent()) ?? '', 10)
  await menu(page, 'Dashboard').click()

  const slot = await soonest(page)
  const start = startOf(await slotId(slot))
  const bookedOn = inKolkata(new Date()).date
  const dialog = await openBooking(page, slot)
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue(MEERA.name)
  await expect(dialog.getByRole('textbox', { name: 'Email' })).toHaveValue(MEERA.email)
  for (const name of ['Name', 'Email']) {
    await expect(dialog.getByRole('textbox', { name })).not.toBeEditable()
  }
  await dialog.getByRole('textbox', { name: 'Phone' }).fill('+91 98400 12345')
  const words = inKolkata(start)
  await expectFact(dialog, 'Class Date', words.date)
  await expectFact(dialog, 'Class Time', `${words.from} – ${words.to} (Kolkata, GMT+5:30)`)
  await expectFact(dialog, 'Class Type', 'Private')
  await expectFact(dialog, 'Credit Cost', '1')
  await expectFact(dialog, 'Available Credits', String(before))
  await expectFact(dialog, 'Virtual Class', 'Yes')
  await expect(dialog.getByText('Insufficient Credits')).toBeHidden()
  await confirmButton(dialog).click()

  const card = confirmation(page)
  // While the pointer rests on it, it stays.
  await card.getByRole('heading').hover()
  await expect(card.getByText('Take your time; this stays while you are here.')).toBeVisible()
  const [booking] = await ask<Booking[]>(school.url, '/api/active-classes', {
    token: await tokenOf(page),
  }).then((active) => active.filter((one) => one.dateTime === toIso(start)))
  const id = booking?.bookingId ?? ''
  await expectFact(card, 'Name', MEERA.name)
  await card.getByRole('button', { name: /^[0-9A-F]{4}-[0-9A-F]{4} ?, copy the whole booking ID$/ }).click()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(id)
  await expectFact(card, 'Email', MEERA.email)
  await expectFact(card, 'Class Date', words.date)
  await expectFact(card, 'Class Time', `${words.from} – ${words.to} (Kolkata, GMT+5:30)`)
  await expect(card.getByText(`A confirmation was sent to ${MEERA.email}.`)).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await stopTheClock(page)
  await page.mouse.move(0, 0)
  await page.locator(':focus').blur()
  await expect(card.getByText(/^Back to your dashboard in [45] s/)).toBeVisible()
  await page.clock.runFor(5_000)
  await page.clock.resume()
  await expect(card).toBeHidden()
  await expect(page).toHaveURL(`${school.url}/booking#dashboard`)
  await expect(slot).toHaveCount(0)

  await expect.poll(() => receivers(school.url)).toEqual([MEERA.email, PADMA.email])
  const mails = (await readMailbox(school.url)).filter((mail) => mail.ics)
  expect(mails).toHaveLength(2)
  for (const mail of mails) {
    const calendar = new ICAL.Component(ICAL.parse(mail.ics ?? ''))
    expect(calendar.getFirstPropertyValue('method')).toBe('REQUEST')
    const event = new ICAL.Event(calendar.getFirstSubcomponent('vevent') ?? undefined)
    expect(event.startDate.toJSDate()).toEqual(start)
  }

  await menu(page, 'Active Classes').click()
  const row = page.getByRole('row').filter({ hasText: words.shortDate }).filter({ hasText: words.from })
  await expect(row.getByRole('cell')).toHaveText([
    `${words.date}${PADMA.name}`,
    `${words.from} Kolkata, GMT+5:30`,
    /^Join Meeting/,
    '1',
    'Confirmed',
    // It may have been midnight meanwhile.
    new RegExp(`^(${bookedOn}|${inKolkata(new Date()).date})$`),
    /^Reschedule.*Cancel class/,
  ])
  await menu(page, 'My Credits').click()
  await expect(balance).toHaveText(`${before - 1} Classes Remaining`)
  const history = page.getByRole('table', { name: 'Every credit, one by one' })
  await expect(history.getByRole('row').nth(1)).toContainText(
    `1 credit paid for your class on ${words.shortDate}`,
  )
  await expect(history.getByRole('row').nth(1)).toContainText('−1')

  const past = start.getTime() + HOUR_MS - Date.now()
  await advance(school.url, Math.ceil(past / 60_000) + 1)
  await page.clock.fastForward(past + 120_000)
  await menu(page, 'Past Classes').click()
  const done = page
    .getByRole('table', { name: 'Past Classes' })
    .getByRole('row')
    .filter({ hasText: words.shortDate })
    .filter({ hasText: words.from })
  await expect(done).toContainText('Completed')
  await menu(page, 'Active Classes').click()
  await expect(page.getByRole('heading', { level: 1, name: 'Active Classes' })).toBeVisible()
  await expect(row).toHaveCount(0)
})

test('the whole booking without a mouse', async ({ page, school }) => {
  await page.goto(school.url)
  await tabTo(page, 'Login')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('E-mail')).toBeFocused()
  await page.keyboard.type(MEERA.email)
  await page.keyboard.press('Tab')
  await page.keyboard.type('tala demo 2026')
  await page.keyboard.press('Enter')
  await expect(slots(page).first()).toBeVisible()

  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  // Of the first day only one hour may be left, by the time of day.
  const day = slots(page.getByRole('group', { name: /free classes/ }).first())
  await tabUntil(page, () => day.first().evaluate((slot) => slot === document.activeElement))
  await page.keyboard.press('ArrowDown')
  await expect(day.nth(1)).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(day.and(page.locator(':focus'))).toHaveCount(0)
  const chosen = await slotId(page.locator('[data-slot]:focus'))

  const dialog = page.getByRole('dialog', { name: 'Book Your Class' })
  await page.keyboard.press('Enter')
  await expect(dialog.locator(':focus')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page.locator(`[data-slot="${chosen}"]`)).toBeFocused()

  await page.keyboard.press('Enter')
  await expect(dialog.locator(':focus')).toHaveCount(1)
  for (let step = 0; step < 12; step += 1) {
    await page.keyboard.press('Tab')
    expect(await dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true)
  }
  await tabTo(page, 'Book with Credits (1 credits)')
  await page.keyboard.press('Enter')
  await expect(confirmation(page)).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Your class is booked' })).toBeFocused()
  await expect(page.getByText('This page stays open.')).toBeVisible()
  await tabTo(page, 'See Active Classes')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Active Classes' })).toBeFocused()
  await expect(page.getByRole('row')).toHaveCount(3)
})

test('/confirmation shows the last booking and leads back after 3 seconds', async ({ page, school }) => {
  await page.clock.install()
  await signInAsStudent(page, school, MEERA)
  await confirmButton(await openBooking(page)).click()
  await expect(confirmation(page)).toBeVisible()
  await page.goto(`${school.url}/confirmation`)
  await expect(confirmation(page)).toBeVisible()
  await expect(page.getByText(/^Back to your dashboard in [123] s/)).toBeVisible()
  await page.clock.fastForward(3_000)
  await expect(page).toHaveURL(`${school.url}/booking#dashboard`)
})

test('whoever wants to read on says Stay here, with the mouse', async ({ page, school }) => {
  await page.clock.install()
  await signInAsStudent(page, school, MEERA)
  await confirmButton(await openBooking(page)).click()
  await confirmation(page).getByRole('button', { name: 'Stay here' }).click()
  await expect(page.getByText('This page stays open.')).toBeVisible()
  await page.mouse.move(0, 0)
  await page.clock.fastForward(60_000)
  await expect(confirmation(page)).toBeVisible()
})

test.describe('when clocks change in New York', () => {
  test.use({ timezoneId: 'America/New_York' })

  test('the same hour in Chennai moves by one hour, and the student is told before', async ({
    page,
    school,
  }) => {
    const change = nextChangeInNewYork()
    const morning = new Date(change.getTime() - 6 * 24 * HOUR_MS)
    await advance(school.url, Math.round((morning.getTime() - Date.now()) / 60_000))
    await page.clock.install({ time: morning })
    await signInAsStudent(page, school, MEERA)
    await expect(page.getByText(/^Clocks change: from /)).toContainText(
      /classes at the same hour for your teacher are 1 hour (earlier|later) for you\./,
    )
    await expect(slots(page).filter({ hasText: '7:00 am Kolkata' }).first()).toBeVisible()
    const shown = new Set<string>()
    for (let turn = 0; turn < 3; turn += 1) {
      for (const slot of await slots(page).filter({ hasText: '7:00 am Kolkata' }).all()) {
        const minutes = Number((await slot.getAttribute('data-slot'))?.split('-').at(-1))
        const after = minutes * 60_000 >= change.getTime()
        shown.add(`${after ? 'after' : 'before'} ${/\d+:\d\d [ap]m/.exec(await slot.innerText())?.[0]}`)
      }
      await page.getByRole('button', { name: 'Later days' }).click()
    }
    const winterFirst = change.getUTCMonth() < 6
    expect([...shown].sort()).toEqual(
      winterFirst ? ['after 9:30 pm', 'before 8:30 pm'] : ['after 8:30 pm', 'before 9:30 pm'],
    )
  })
})

/** The next change at least ten days away: its instant. */
function nextChangeInNewYork(): Date {
  const offset = (at: number) =>
    new Intl.DateTimeFormat('en-US', { timeZone: 'America/New_York', timeZoneName: 'longOffset' })
      .formatToParts(at)
      .find((part) => part.type === 'timeZoneName')?.value
  let at = Math.ceil((Date.now() + 10 * 24 * HOUR_MS) / HOUR_MS) * HOUR_MS
  while (offset(at) === offset(at - HOUR_MS)) at += HOUR_MS
  return new Date(at)
}

function inKolkata(at: Date) {
  const timeZone = 'Asia/Kolkata'
  const part = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en-US', { timeZone, ...options }).format(at)
  const shortDate = `${part({ weekday: 'short' })}, ${part({ day: 'numeric' })} ${part({ month: 'short' })}`
  const time = (ms: number) =>
    new Intl.DateTimeFormat('en-IN', { timeZone, hour: 'numeric', minute: '2-digit', hour12: true }).format(
      ms,
    )
  return {
    date: `${shortDate} ${part({ year: 'numeric' })}`,
    shortDate,
    from: time(at.getTime()),
    to: time(at.getTime() + HOUR_MS),
  }
}

function toIso(at: Date): string {
  return at.toISOString().replace('.000Z', 'Z')
}

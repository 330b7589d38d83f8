/** Booking a class with credits, from the free slot to Past Classes, with the mouse and with the keyboard. */
import ICAL from 'ical.js'
import { advanceClock, type Booking, callOk, mailRecipients, readMailbox } from '../support/api.ts'
import { MEERA, PADMA } from '../support/people.ts'
import {
  confirmation,
  confirmButton,
  expect,
  expectDetail,
  firstBookableSlot,
  freeSlotButtons,
  menuLink,
  openBooking,
  signInAsStudent,
  slotIdOf,
  slotStart,
  tabTo,
  tabUntil,
  test,
  tokenOf,
} from './fixtures.ts'

const HOUR_MS = 3_600_000

test('Meera books with credits and takes the class', async ({ page, context, school }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.clock.install()
  await signInAsStudent(page, school, MEERA)
  await expect(
    page.getByText(/^Your class credits are expiring soon! You have [45] days left\.$/),
  ).toBeVisible()
  await menuLink(page, 'My Credits').click()
  const balance = page.getByText(/^\d+ Classes Remaining$/)
  const balanceBefore = Number.parseInt((await balance.textContent()) ?? '', 10)
  await menuLink(page, 'Dashboard').click()

  const slot = await firstBookableSlot(page)
  const start = slotStart(await slotIdOf(slot))
  const bookedOn = inKolkata(new Date()).date
  const dialog = await openBooking(page, slot)
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue(MEERA.name)
  await expect(dialog.getByRole('textbox', { name: 'Email' })).toHaveValue(MEERA.email)
  for (const name of ['Name', 'Email']) {
    await expect(dialog.getByRole('textbox', { name })).not.toBeEditable()
  }
  await dialog.getByRole('textbox', { name: 'Phone' }).fill('+91 98400 12345')
  const texts = inKolkata(start)
  await expectDetail(dialog, 'Class Date', texts.date)
  await expectDetail(dialog, 'Class Time', `${texts.range} (Kolkata, GMT+5:30)`)
  await expectDetail(dialog, 'Class Type', 'Private')
  await expectDetail(dialog, 'Credit Cost', '1')
  await expectDetail(dialog, 'Available Credits', String(balanceBefore))
  await expectDetail(dialog, 'Virtual Class', 'Yes')
  await expect(dialog.getByText('Insufficient Credits')).toBeHidden()
  await confirmButton(dialog).click()

  const card = confirmation(page)
  // It stays while the pointer is over it.
  await card.getByRole('heading').hover()
  await expect(card.getByText('Take your time. This stays open while you’re here.')).toBeVisible()
  const [booking] = await callOk<Booking[]>(school.url, '/api/active-classes', {
    token: await tokenOf(page),
  }).then((active) => active.filter((booking) => booking.dateTime === toIso(start)))
  const code = booking?.bookingCode ?? ''
  await expectDetail(card, 'Name', MEERA.name)
  await card.getByRole('button', { name: /^[0-9A-F]{4}-[0-9A-F]{4} ?, copy the booking code$/ }).click()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(code)
  await expectDetail(card, 'Email', MEERA.email)
  await expectDetail(card, 'Class Date', texts.date)
  await expectDetail(card, 'Class Time', `${texts.range} (Kolkata, GMT+5:30)`)
  await expect(card.getByText(`We’ve emailed a confirmation to ${MEERA.email}.`)).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expectDetail(card, 'Amount paid', '1 credit')
  await page.mouse.move(0, 0)
  await page.clock.fastForward(60_000)
  await expect(card.getByText('Take your time. This stays open while you’re here.')).toBeVisible()
  await card.getByRole('button', { name: 'Back to Dashboard' }).click()
  await expect(card).toBeHidden()
  await expect(page).toHaveURL(`${school.url}/booking#dashboard`)
  await expect(slot).toHaveCount(0)

  await expect.poll(() => mailRecipients(school.url)).toEqual([MEERA.email, PADMA.email])
  const mails = (await readMailbox(school.url)).filter((mail) => mail.ics)
  expect(mails).toHaveLength(2)
  for (const mail of mails) {
    const calendar = new ICAL.Component(ICAL.parse(mail.ics ?? ''))
    expect(calendar.getFirstPropertyValue('method')).toBe('REQUEST')
    const event = new ICAL.Event(calendar.getFirstSubcomponent('vevent') ?? undefined)
    expect(event.startDate.toJSDate()).toEqual(start)
  }

  await menuLink(page, 'Active Classes').click()
  const row = page.getByRole('row').filter({ hasText: texts.date }).filter({ hasText: texts.from })
  await expect(row.getByRole('cell')).toHaveText([
    `${texts.date}Private${PADMA.name}Booking code ${code}`,
    `${texts.from} Kolkata, GMT+5:30`,
    /^Join Meeting/,
    '1',
    'Confirmed',
    // It may be after midnight now.
    new RegExp(`^(${bookedOn}|${inKolkata(new Date()).date})$`),
    /^Reschedule.*Cancel class/,
  ])
  await menuLink(page, 'My Credits').click()
  await expect(balance).toHaveText(`${balanceBefore - 1} Classes Remaining`)
  const creditHistory = page.getByRole('table', { name: 'Credit history' })
  await expect(creditHistory.getByRole('row').nth(1)).toContainText(
    `1 credit used: class on ${texts.shortDate}`,
  )
  await expect(creditHistory.getByRole('row').nth(1)).toContainText('−1')

  const msUntilPast = start.getTime() + HOUR_MS - Date.now()
  await advanceClock(school.url, Math.ceil(msUntilPast / 60_000) + 1)
  await page.clock.fastForward(msUntilPast + 120_000)
  await menuLink(page, 'Past Classes').click()
  const pastRow = page
    .getByRole('table', { name: 'Past Classes' })
    .getByRole('row')
    .filter({ hasText: texts.date })
    .filter({ hasText: texts.from })
  await expect(pastRow).toContainText('Completed')
  await menuLink(page, 'Active Classes').click()
  await expect(page.getByRole('heading', { level: 1, name: 'Active Classes' })).toBeVisible()
  await expect(row).toHaveCount(0)
})

test('the whole booking without a mouse', async ({ page, school }) => {
  await page.goto(school.url)
  await tabTo(page, 'Login')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Email')).toBeFocused()
  await page.keyboard.type(MEERA.email)
  await page.keyboard.press('Tab')
  await page.keyboard.type('tala demo 2026')
  await page.keyboard.press('Enter')
  await expect(freeSlotButtons(page).first()).toBeVisible()

  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  const days = page.getByRole('group', { name: /open times?/ })
  const first = freeSlotButtons(days.first())
  await tabUntil(page, () => first.first().evaluate((slot) => slot === document.activeElement))
  // The first day may have only one free slot, depending on the time of day.
  const hasSeveral = (await first.count()) > 1
  if (!hasSeveral) await page.keyboard.press('ArrowRight')
  const day = freeSlotButtons(days.nth(hasSeveral ? 0 : 1))
  await expect(day.and(page.locator(':focus'))).toHaveCount(1)
  const start = await slotIdOf(page.locator('[data-slot]:focus'))
  await page.keyboard.press('ArrowDown')
  await expect(day.and(page.locator(':focus'))).toHaveCount(1)
  expect(await slotIdOf(page.locator('[data-slot]:focus'))).not.toBe(start)
  await page.keyboard.press('ArrowRight')
  await expect(day.and(page.locator(':focus'))).toHaveCount(0)
  const selected = await slotIdOf(page.locator('[data-slot]:focus'))

  const dialog = page.getByRole('dialog', { name: 'Book Your Class' })
  await page.keyboard.press('Enter')
  await expect(dialog.locator(':focus')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page.locator(`[data-slot="${selected}"]`)).toBeFocused()

  await page.keyboard.press('Enter')
  await expect(dialog.locator(':focus')).toHaveCount(1)
  for (let step = 0; step < 12; step += 1) {
    await page.keyboard.press('Tab')
    expect(await dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true)
  }
  await tabTo(page, 'Book with Credits (1 credit)')
  await page.keyboard.press('Enter')
  await expect(confirmation(page)).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Your class is booked' })).toBeFocused()
  await expect(page.getByText('This page stays open.')).toBeVisible()
  await tabTo(page, 'See Active Classes')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Active Classes' })).toBeFocused()
  await expect(page.getByRole('row')).toHaveCount(3)
})

test('/confirmation shows the last booking and returns to the dashboard after 3 seconds', async ({
  page,
  school,
}) => {
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

test('Stay here pins the confirmation', async ({ page, school }) => {
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

  test('the same hour in Chennai moves by one hour, and the student sees a notice before', async ({
    page,
    school,
  }) => {
    const change = nextChangeInNewYork()
    const weekBefore = new Date(change.getTime() - 6 * 24 * HOUR_MS)
    await advanceClock(school.url, Math.round((weekBefore.getTime() - Date.now()) / 60_000))
    await page.clock.install({ time: weekBefore })
    await signInAsStudent(page, school, MEERA)
    await expect(page.getByText(/^Clocks change on /)).toContainText(
      /: your teacher’s 7:00 am will be [89]:30 pm for you, not [89]:30 pm\./,
    )
    await expect(freeSlotButtons(page).filter({ hasText: '7:00 am Kolkata' }).first()).toBeVisible()
    const times = new Set<string>()
    for (let turn = 0; turn < 3; turn += 1) {
      for (const slot of await freeSlotButtons(page).filter({ hasText: '7:00 am Kolkata' }).all()) {
        const minutes = Number((await slot.getAttribute('data-slot'))?.split('-').at(-1))
        const isAfterChange = minutes * 60_000 >= change.getTime()
        times.add(
          `${isAfterChange ? 'after' : 'before'} ${/\d+:\d\d [ap]m/.exec(await slot.innerText())?.[0]}`,
        )
      }
      await page.getByRole('button', { name: 'Later days' }).click()
    }
    const isSummerFirst = change.getUTCMonth() < 6
    expect([...times].sort()).toEqual(
      isSummerFirst ? ['after 9:30 pm', 'before 8:30 pm'] : ['after 8:30 pm', 'before 9:30 pm'],
    )
  })
})

/** The next clock change in New York that is at least ten days away. */
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
    range: rangeOf(time(at.getTime()), time(at.getTime() + HOUR_MS)),
  }
}

/** `7:00–8:00 am`, or `11:30 am–12:30 pm` */
function rangeOf(from: string, to: string): string {
  const isSameHalf = from.slice(-2) === to.slice(-2)
  return `${isSameHalf ? from.slice(0, -3) : from}–${to}`
}

function toIso(at: Date): string {
  return at.toISOString().replace('.000Z', 'Z')
}

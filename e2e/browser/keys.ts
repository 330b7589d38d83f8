/** With nothing but the keyboard: the way to a control, and everything that a dialog owes to whoever has no mouse. */
import type { ElementHandle, Locator, Page } from '@playwright/test'
import { heading } from './adminMoney.ts'
import { expect } from './fixtures.ts'

type Role = Parameters<Locator['getByRole']>[0]

interface Dialog {
  /** The control that opens it. */
  opener: Locator
  /** What it is called; the drawer of the menu has the name of the house. */
  title?: string | RegExp
  /** What has the focus first. */
  first: readonly [Role, string | RegExp]
  /** A control in it that leads to another dialog in its place. */
  leadsTo?: { title: string; by: string; first: readonly [Role, string]; sends?: Sending }
  sends?: Sending
}

interface Sending {
  /** What is typed, by field. */
  typed?: Readonly<Record<string, string>>
  /** The button that sends it. */
  button: string
}

/** More than there are controls on any page. */
const MOST_STEPS = 120

/** Presses Tab, or Shift+Tab, until this has the focus. */
export async function travel(page: Page, control: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(control).toBeVisible()
  for (let step = 0; step < MOST_STEPS; step += 1) {
    if (await control.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press(key)
  }
  throw new Error(`${key} does not lead to ${control}`)
}

/** On to a control, which is then pressed. */
export async function reach(page: Page, control: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await travel(page, control, key)
  await page.keyboard.press('Enter')
}

/** Writes in place of what stands in the field that has the focus. */
export async function overwrite(page: Page, words: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(words)
}

/** From the top of the page past the menu, to what it is about. */
export async function skipTheMenu(page: Page): Promise<void> {
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
  const main = page.getByRole('main')
  await expect(main).toBeFocused()
  // Until its data has come a page may have nothing to go to.
  await expect(main.locator('a[href], button, input').first()).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(main.locator(':focus')).toHaveCount(1)
}

/** A section by its entry in the menu: its heading has the focus then, and Tab does not lead through the menu again. */
export async function chooseByKeys(page: Page, entry: Locator, section: string): Promise<void> {
  await entry.focus()
  await page.keyboard.press('Enter')
  await expect(heading(page, section)).toBeFocused()
  await expect(page.getByText(/^Loading/)).toHaveCount(0)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('navigation').locator(':focus')).toHaveCount(0)
}

/** Opens a dialog, goes round in it both ways, sees that it stays while it sends, leaves it, and is back where it was. */
export async function goThrough(page: Page, asked: Dialog): Promise<void> {
  const { opener, title, first, leadsTo, sends } = asked
  await opener.focus()
  await page.keyboard.press(leadsTo ? 'Space' : 'Enter')
  await inside(page, title, first, sends)
  if (leadsTo) {
    await reach(page, page.getByRole('dialog').getByRole('button', { name: leadsTo.by }))
    await inside(page, leadsTo.title, leadsTo.first, leadsTo.sends)
  }
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(opener).toBeFocused()
}

async function inside(
  page: Page,
  title: Dialog['title'],
  [role, name]: Dialog['first'],
  sends: Sending | undefined,
): Promise<void> {
  const dialog = page.getByRole('dialog', title === undefined ? {} : { name: title })
  // Some have another Close at their foot.
  await expect(dialog.getByRole(role, { name, exact: typeof name === 'string' }).first()).toBeFocused()
  await expect(dialog.getByText(/^Loading/)).toHaveCount(0)
  const forth = await round(page, dialog, 'Tab')
  const [start, ...others] = forth
  expect(await round(page, dialog, 'Shift+Tab'), 'backwards').toEqual([start, ...others.reverse()])
  expect(forth, 'Tab comes to everything').toEqual(expect.arrayContaining(await usable(dialog)))
  if (sends) await staysWhileSending(page, dialog, sends)
}

/** Every stop from here until the focus is here again; none of them may lie outside. */
async function round(page: Page, dialog: Locator, key: 'Tab' | 'Shift+Tab'): Promise<string[]> {
  const box = (await dialog.elementHandle()) as ElementHandle<HTMLElement>
  const start = await focused(box)
  const stops = [start]
  for (let step = 0; step < MOST_STEPS; step += 1) {
    await page.keyboard.press(key)
    const stop = await focused(box)
    // A date is several stops in one field.
    if (stop === stops.at(-1)) continue
    if (stop === start) return stops
    stops.push(stop)
  }
  throw new Error(`${key} does not come round: ${stops.join(', ')}`)
}

/** What has the focus, in words. */
async function focused(dialog: ElementHandle<HTMLElement>): Promise<string> {
  const stop = await dialog.evaluate((box) => {
    const { activeElement } = document
    if (!activeElement || activeElement === box || !box.contains(activeElement)) return null
    const all = [...box.querySelectorAll('a, button, input, select, textarea')]
    return `${all.indexOf(activeElement)} ${activeElement.outerHTML.slice(0, 60)}`
  })
  expect(stop, 'the focus has left the dialog').not.toBeNull()
  return stop ?? ''
}

/** Everything in a dialog that can be used now, named as `focused` does; of a choice of one, what is chosen. */
function usable(dialog: Locator): Promise<string[]> {
  return dialog.evaluate((box) =>
    [...box.querySelectorAll<HTMLElement>('a, button, input, select, textarea')]
      .map((control, index) => ({ control, words: `${index} ${control.outerHTML.slice(0, 60)}` }))
      .filter(({ control }) => control.checkVisibility({ visibilityProperty: true }) && control.tabIndex >= 0)
      .filter(({ control }) => !control.matches(':disabled, [type="hidden"], [type="radio"]:not(:checked)'))
      .map(({ words }) => words),
  )
}

/** Sends it while nobody answers: nothing closes it, nothing leads out of it, and the failure leaves the focus on the button. */
async function staysWhileSending(
  page: Page,
  dialog: Locator,
  { typed = {}, button }: Sending,
): Promise<void> {
  for (const [field, words] of Object.entries(typed)) {
    await travel(page, dialog.getByLabel(field))
    await page.keyboard.type(words)
  }
  let answer = () => {}
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  const hold = '**/api/**'
  await page.route(hold, async (route) => {
    if (route.request().method() === 'GET') return route.fallback()
    await answered
    return route.abort()
  })
  const sent = page.waitForRequest((request) => request.method() !== 'GET')
  const confirm = dialog.getByRole('button', { name: button, exact: true })
  await reach(page, confirm)
  await sent
  await expect(confirm).toBeDisabled()
  for (const key of ['Escape', 'Tab', 'Shift+Tab']) {
    await page.keyboard.press(key)
    await expect(dialog, `${key} while it is being sent`).toBeVisible()
    expect(await dialog.evaluate((box) => box.contains(document.activeElement)), key).toBe(true)
  }
  answer()
  await expect(confirm).toBeFocused()
  await page.unroute(hold)
}

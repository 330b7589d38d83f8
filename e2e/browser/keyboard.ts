/** Tests with the keyboard only: reaching controls, and the focus handling of dialogs. */
import type { ElementHandle, Locator, Page } from '@playwright/test'
import { heading } from './adminHelpers.ts'
import { expect } from './fixtures.ts'

type Role = Parameters<Locator['getByRole']>[0]

interface DialogCheck {
  /** The control that opens the dialog. */
  opener: Locator
  /** Its name; the menu drawer is named after the school. */
  title?: string | RegExp
  /** The control with the initial focus. */
  initialFocus: readonly [Role, string | RegExp]
  /** A control that replaces it with another dialog. */
  nextDialog?: {
    title: string
    button: string
    initialFocus: readonly [Role, string]
    submission?: Submission
  }
  submission?: Submission
}

interface Submission {
  /** Values by field label. */
  values?: Readonly<Record<string, string>>
  /** The submit button. */
  button: string
}

/** More than the number of controls on any page. */
const MAX_STEPS = 120

/** Presses Tab, or Shift+Tab, until the control has the focus. */
export async function tabToControl(
  page: Page,
  control: Locator,
  key: 'Tab' | 'Shift+Tab' = 'Tab',
): Promise<void> {
  await expect(control).toBeVisible()
  for (let step = 0; step < MAX_STEPS; step += 1) {
    if (await control.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press(key)
  }
  throw new Error(`${key} does not lead to ${control}`)
}

/** Moves the focus to a control and presses Enter. */
export async function pressControl(
  page: Page,
  control: Locator,
  key: 'Tab' | 'Shift+Tab' = 'Tab',
): Promise<void> {
  await tabToControl(page, control, key)
  await page.keyboard.press('Enter')
}

/** Replaces the text of the focused field. */
export async function replaceText(page: Page, text: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(text)
}

/** Skips the menu with the skip link. */
export async function skipMenu(page: Page): Promise<void> {
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
  const main = page.getByRole('main')
  await expect(main).toBeFocused()
  // A page may have no controls until its data is loaded.
  await expect(main.locator('a[href], button, input').first()).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(main.locator(':focus')).toHaveCount(1)
}

/** Opens a section from the menu: its heading gets the focus, and Tab does not go through the menu again. */
export async function openSectionByKeyboard(page: Page, entry: Locator, section: string): Promise<void> {
  await entry.focus()
  await page.keyboard.press('Enter')
  await expect(heading(page, section)).toBeFocused()
  await expect(page.getByText(/^Loading/)).toHaveCount(0)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('navigation').locator(':focus')).toHaveCount(0)
}

/**
 * Opens a dialog, cycles through it in both directions, checks that it stays open while sending,
 * closes it, and expects the focus on the opener.
 */
export async function checkDialog(page: Page, check: DialogCheck): Promise<void> {
  const { opener, title, initialFocus, nextDialog, submission } = check
  await opener.focus()
  await page.keyboard.press(nextDialog ? 'Space' : 'Enter')
  await checkFocusInDialog(page, title, initialFocus, submission)
  if (nextDialog) {
    await pressControl(page, page.getByRole('dialog').getByRole('button', { name: nextDialog.button }))
    await checkFocusInDialog(page, nextDialog.title, nextDialog.initialFocus, nextDialog.submission)
  }
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(opener).toBeFocused()
}

async function checkFocusInDialog(
  page: Page,
  title: DialogCheck['title'],
  [role, name]: DialogCheck['initialFocus'],
  submission: Submission | undefined,
): Promise<void> {
  const dialog = page.getByRole('dialog', title === undefined ? {} : { name: title })
  // Some dialogs have a second Close button in the footer.
  await expect(dialog.getByRole(role, { name, exact: typeof name === 'string' }).first()).toBeFocused()
  await expect(dialog.getByText(/^Loading/)).toHaveCount(0)
  const forward = await cycleFocus(page, dialog, 'Tab')
  const [start, ...others] = forward
  expect(await cycleFocus(page, dialog, 'Shift+Tab'), 'backwards').toEqual([start, ...others.reverse()])
  expect(forward, 'controls not reached by Tab').toEqual(expect.arrayContaining(await usableControls(dialog)))
  if (submission) await expectOpenWhileSending(page, dialog, submission)
}

/** The controls that get the focus until it returns to the current one; none may be outside the dialog. */
async function cycleFocus(page: Page, dialog: Locator, key: 'Tab' | 'Shift+Tab'): Promise<string[]> {
  const element = (await dialog.elementHandle()) as ElementHandle<HTMLElement>
  const start = await focusedControl(element)
  const stops = [start]
  for (let step = 0; step < MAX_STEPS; step += 1) {
    await page.keyboard.press(key)
    const stop = await focusedControl(element)
    // A date field has several tab stops.
    if (stop === stops.at(-1)) continue
    if (stop === start) return stops
    stops.push(stop)
  }
  throw new Error(`${key} does not return to the first control: ${stops.join(', ')}`)
}

/** Index and HTML of the focused control. */
async function focusedControl(dialog: ElementHandle<HTMLElement>): Promise<string> {
  const control = await dialog.evaluate((box) => {
    const { activeElement } = document
    if (!activeElement || activeElement === box || !box.contains(activeElement)) return null
    const all = [...box.querySelectorAll('a, button, input, select, textarea')]
    return `${all.indexOf(activeElement)} ${activeElement.outerHTML.slice(0, 60)}`
  })
  expect(control, 'the focus has left the dialog').not.toBeNull()
  return control ?? ''
}

/**
 * All controls of a dialog that are enabled, in the format of `focusedControl`; of radio buttons
 * only the checked one.
 */
function usableControls(dialog: Locator): Promise<string[]> {
  return dialog.evaluate((box) =>
    [...box.querySelectorAll<HTMLElement>('a, button, input, select, textarea')]
      .map((control, index) => ({ control, text: `${index} ${control.outerHTML.slice(0, 60)}` }))
      .filter(({ control }) => control.checkVisibility({ visibilityProperty: true }) && control.tabIndex >= 0)
      .filter(({ control }) => !control.matches(':disabled, [type="hidden"], [type="radio"]:not(:checked)'))
      .map(({ text }) => text),
  )
}

/**
 * Submits the dialog without a response: nothing closes it, the focus stays inside, and after a
 * failure the button has the focus.
 */
async function expectOpenWhileSending(
  page: Page,
  dialog: Locator,
  { values = {}, button }: Submission,
): Promise<void> {
  for (const [field, text] of Object.entries(values)) {
    await tabToControl(page, dialog.getByLabel(field))
    await page.keyboard.type(text)
  }
  let fail = () => {}
  const failed = new Promise<void>((resolve) => {
    fail = resolve
  })
  const pattern = '**/api/**'
  await page.route(pattern, async (route) => {
    if (route.request().method() === 'GET') return route.fallback()
    await failed
    return route.abort()
  })
  const sent = page.waitForRequest((request) => request.method() !== 'GET')
  const confirm = dialog.getByRole('button', { name: button, exact: true })
  await pressControl(page, confirm)
  await sent
  await expect(confirm).toBeDisabled()
  for (const key of ['Escape', 'Tab', 'Shift+Tab']) {
    await page.keyboard.press(key)
    await expect(dialog, `${key} while it is being sent`).toBeVisible()
    expect(await dialog.evaluate((box) => box.contains(document.activeElement)), key).toBe(true)
  }
  fail()
  await expect(confirm).toBeFocused()
  await page.unroute(pattern)
}

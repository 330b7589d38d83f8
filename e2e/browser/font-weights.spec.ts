/**
 * On screens with one pixel per point, dots of "i" merge into the stem in small bold text, so small
 * text is at most semibold.
 */
import type { Page } from '@playwright/test'
import { MEERA } from '../support/people.ts'
import {
  confirmation,
  confirmButton,
  expect,
  freeSlotButtons,
  openBooking,
  signInAsStudent,
  test,
} from './fixtures.ts'

/** Texts of the page that are smaller than this and bolder than semibold. */
const SMALL_PX = 18

function smallBoldTexts(page: Page): Promise<string[]> {
  return page.evaluate((smallPx) => {
    const isBold = (element: Element) => {
      const { fontSize, fontWeight } = getComputedStyle(element)
      return Number.parseFloat(fontSize) < smallPx && Number(fontWeight) > 600
    }
    const hasText = ({ childNodes }: Element) =>
      [...childNodes].some(({ nodeType, textContent }) => nodeType === 3 && textContent?.trim())
    return [...document.querySelectorAll('body *')]
      .filter((element) => hasText(element) && element.checkVisibility() && isBold(element))
      .map((element) => element.textContent ?? '')
  }, SMALL_PX)
}

test('small text is at most semibold', async ({ page, school }) => {
  await page.goto(school.url)
  await expect(page.getByText('Limited Time Offer:')).toBeVisible()
  expect(await smallBoldTexts(page), 'front page').toEqual([])
  await signInAsStudent(page, school, MEERA)
  await expect(freeSlotButtons(page).first()).toBeVisible()
  expect(await smallBoldTexts(page), 'dashboard').toEqual([])
  const dialog = await openBooking(page)
  expect(await smallBoldTexts(page), 'booking').toEqual([])
  await confirmButton(dialog).click()
  await expect(confirmation(page)).toBeVisible()
  expect(await smallBoldTexts(page), 'confirmation').toEqual([])
})

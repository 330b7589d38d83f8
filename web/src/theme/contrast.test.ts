// @vitest-environment node
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const css = readFileSync('src/theme/tokens.css', 'utf8')
const [light = '', dark = ''] = css.split('[data-mantine-color-scheme="dark"]')

type Rgb = [red: number, green: number, blue: number]

function token(theme: string, name: string): Rgb {
  const hex = new RegExp(`--${name}: #([0-9a-f]{6});`).exec(theme)?.[1] ?? ''
  return [0, 2, 4].map((start) => Number.parseInt(hex.slice(start, start + 2), 16) / 255) as Rgb
}

function hue([red, green, blue]: Rgb): number {
  const most = Math.max(red, green, blue)
  const range = most - Math.min(red, green, blue)
  const sixth =
    most === red
      ? (green - blue) / range
      : most === green
        ? 2 + (blue - red) / range
        : 4 + (red - green) / range
  return (sixth * 60 + 360) % 360
}

function luminance(color: Rgb): number {
  const [red, green, blue] = color.map((part) =>
    part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4,
  ) as Rgb
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: Rgb, other: Rgb): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}

function hueDistance(one: Rgb, other: Rgb): number {
  const distance = Math.abs(hue(one) - hue(other))
  return Math.min(distance, 360 - distance)
}

test.each([
  ['light', light],
  ['dark', dark],
])('in the %s theme focus is visible and cannot be taken for an error', (_, theme) => {
  const focus = token(theme, 'focus')
  expect(hueDistance(focus, token(theme, 'error'))).toBeGreaterThan(90)
  for (const background of ['paper', 'surface']) {
    // WCAG 1.4.11 asks for 3:1.
    expect(contrast(focus, token(theme, background))).toBeGreaterThan(4.5)
  }
})

// @vitest-environment node
import { readdirSync, readFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { clock, setClock } from './clock'
import { observeServerTime } from './serverTime'

const HOUR_MS = 3_600_000
const SERVER = Date.parse('2026-11-22T09:00:00.400Z')

let device = SERVER
beforeEach(() => {
  device = SERVER
  setClock(() => device)
})
afterEach(() => setClock())

/** Takes a reply of the server, whose clock is `behind` ahead of the device's. */
function receive(serverAhead: number, roundTripMs = 200): void {
  const sentAt = device
  device += roundTripMs
  const atServer = new Date(sentAt + roundTripMs / 2 + serverAhead)
  observeServerTime(atServer.toUTCString(), sentAt)
}

/** Seconds by which the client's clock differs from the device's. */
const correction = () => Math.round((clock.now() - clock.device()) / 1000)

describe('the time of the client', () => {
  test.each([3 * HOUR_MS, -3 * HOUR_MS, 2 * 60_000])('follows a server that is %d ms ahead', (ahead) => {
    receive(ahead)
    expect(Math.abs(clock.now() - (clock.device() + ahead))).toBeLessThanOrEqual(1000)
  })

  test('has whole milliseconds, as Temporal requires', () => {
    receive(3 * HOUR_MS, 201)
    expect(Number.isInteger(clock.now())).toBe(true)
  })

  test('is the device clock while the difference is below a minute', () => {
    receive(45_000)
    receive(-45_000)
    expect(correction()).toBe(0)
  })

  test('is the device clock again after that was set right', () => {
    receive(3 * HOUR_MS)
    device += 3 * HOUR_MS
    receive(0)
    expect(correction()).toBe(0)
  })

  test('does not change with each reply', () => {
    receive(3 * HOUR_MS)
    const before = correction()
    receive(3 * HOUR_MS + 1_000, 4_000)
    expect(correction()).toBe(before)
  })

  test('counts half the round trip as error', () => {
    receive(70_000, 20_000)
    expect(correction()).toBe(0)
    receive(80_000, 20_000)
    expect(correction()).toBe(80)
  })

  test('ignores a reply that took too long, and one without a readable date', () => {
    receive(HOUR_MS, 45_000)
    observeServerTime(null, device)
    observeServerTime('yesterday', device)
    expect(correction()).toBe(0)
  })

  test('ignores a reply during which the device clock was set back', () => {
    const sentAt = device
    device -= HOUR_MS
    observeServerTime(new Date(SERVER).toUTCString(), sentAt)
    expect(correction()).toBe(0)
  })
})

describe('the device clock', () => {
  /** Pages without a request to the API, and a script of the build. */
  const EXCEPTIONS = ['lib/clock.ts', 'site/currentDate.ts', 'site/render.tsx']
  const READS_CLOCK =
    /\bDate\.now\b|\bnew Date\(\)|[^\w]Date\(\)|\bTemporal\.Now\b(?!\.timeZoneId)|\bdayjs\(\)/

  test('is read by this module only', () => {
    const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|^api\/gen\//.test(file))
      .filter((file) => READS_CLOCK.test(readFileSync(`src/${file}`, 'utf8')))
    expect(files.toSorted()).toEqual(EXCEPTIONS)
  })
})

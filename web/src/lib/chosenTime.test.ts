import { afterEach, beforeEach, expect, test } from 'vitest'
import { readChosenTime } from './chosenTime'
import { storeChosenTime } from './chosenTimeStorage'
import { setClock } from './clock'

const time = { code: 'TCH-PAD-2345', dateTime: '2026-11-25T01:30:00Z', classType: 'Private' }
const setTime = (iso: string) => setClock(() => Date.parse(iso))

beforeEach(() => {
  setTime('2026-11-20T09:00:00Z')
  storeChosenTime(time)
})
afterEach(() => localStorage.clear())

test('the chosen time is kept for a day', () => {
  setTime('2026-11-21T08:59:59Z')
  expect(readChosenTime()).toMatchObject(time)
  setTime('2026-11-21T09:00:00Z')
  expect(readChosenTime()).toBeNull()
  expect(localStorage).toHaveLength(0)
})

test('a time that has passed, was dropped or is not readable is ignored', () => {
  storeChosenTime({ ...time, dateTime: '2026-11-20T09:00:00Z' })
  expect(readChosenTime()).toBeNull()
  storeChosenTime(time)
  storeChosenTime(null)
  expect(readChosenTime()).toBeNull()
  localStorage.setItem('tala.chosen-time', '{"code":"TCH-PAD-2345"}')
  expect(readChosenTime()).toBeNull()
})

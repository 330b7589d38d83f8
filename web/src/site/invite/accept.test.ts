import { afterEach, expect, test, vi } from 'vitest'
import { readChosenTime } from '@/lib/chosenTime'
import { setClock } from '@/lib/clock'
import './accept'
import type { AcceptRequest } from './main'

const signIn = vi.hoisted(() => vi.fn(() => Promise.resolve()))
vi.mock('@/session/signIn', () => ({ signIn }))

afterEach(() => localStorage.clear())

function accept(time: AcceptRequest['time']) {
  const detail: AcceptRequest = { ref: 'TCH-PAD-2345', time, isSignedIn: false, onFailed: vi.fn() }
  document.dispatchEvent(new CustomEvent('accept-invitation', { detail }))
}

test('the chosen time is kept through the sign-up, until the visitor accepts without one', () => {
  setClock(() => Date.parse('2026-11-20T09:00:00Z'))
  accept({ dateTime: '2026-11-25T01:30:00Z', classType: 'Private' })
  expect(readChosenTime()).toMatchObject({ code: 'TCH-PAD-2345', dateTime: '2026-11-25T01:30:00Z' })
  expect(signIn).toHaveBeenCalledExactlyOnceWith({ intent: 'student', ref: 'TCH-PAD-2345' })
  accept(null)
  expect(readChosenTime()).toBeNull()
})

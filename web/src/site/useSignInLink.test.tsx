import { renderHook, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { readChosenTime } from '@/lib/chosenTime'
import { useSignInLink } from './useSignInLink'

const enter = vi.fn(() => Promise.resolve())
const goHome = vi.fn(() => Promise.resolve())

function openLink(hash: string, signedIn = false, hydrated = true, ref: string | null = null) {
  window.history.replaceState(null, '', `/${hash}`)
  const visitor = {
    hydrated,
    signedIn,
    ref,
    requestedPage: null,
    isAccountDeleted: false,
    failed: false,
    busy: false,
  }
  renderHook(() => {
    useSignInLink({ visitor, enter, goHome })
  })
}

beforeEach(() => {
  vi.clearAllMocks()
})

test('an invited teacher signs up with the address of the email', () => {
  openLink('#create-profile/bo%2Bdance%40people.test')
  expect(enter).toHaveBeenCalledExactlyOnceWith('teacher', 'bo+dance@people.test')
  expect(window.location.hash).toBe('')
})

test('#sign-in signs in, or leads a signed-in person home', () => {
  openLink('#sign-in')
  expect(enter).toHaveBeenCalledExactlyOnceWith('login')
  openLink('#sign-in', true)
  expect(goHome).toHaveBeenCalledOnce()
})

test('#accept-invitation signs up as a student, or leads a signed-in person home', () => {
  openLink('?ref=TCH-LEEL-2222#accept-invitation')
  expect(enter).toHaveBeenCalledExactlyOnceWith('student')
  expect(window.location.search).toBe('?ref=TCH-LEEL-2222')
  openLink('#accept-invitation', true)
  expect(goHome).toHaveBeenCalledOnce()
})

test('a time chosen before the script of the invite page loaded is kept', async () => {
  const link = '?ref=TCH-LEEL-2222#accept-invitation/2099-11-27T11:30:00Z/Private'
  for (const signedIn of [false, true]) {
    localStorage.clear()
    openLink(link, signedIn, true, 'TCH-LEEL-2222')
    await waitFor(() => expect(signedIn ? goHome : enter).toHaveBeenCalledOnce())
    expect(readChosenTime()).toMatchObject({
      code: 'TCH-LEEL-2222',
      dateTime: '2099-11-27T11:30:00Z',
      classType: 'Private',
    })
  }
  expect(enter).toHaveBeenCalledExactlyOnceWith('student')
})

test('waits until it is known who visits', () => {
  openLink('#sign-in', false, false)
  expect(enter).not.toHaveBeenCalled()
  expect(window.location.hash).toBe('#sign-in')
})

test.each(['', '#waitlist', '#sign-in-here'])('%j starts nothing', (hash) => {
  openLink(hash)
  expect(enter).not.toHaveBeenCalled()
  expect(goHome).not.toHaveBeenCalled()
})

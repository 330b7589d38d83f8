import { renderHook } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { useSignInLink } from './useSignInLink'

const enter = vi.fn(() => Promise.resolve())
const goHome = vi.fn(() => Promise.resolve())

function openLink(hash: string, signedIn = false) {
  window.history.replaceState(null, '', `/${hash}`)
  const visitor = {
    signedIn,
    ref: null,
    requestedPage: null,
    isAccountDeleted: false,
    failed: false,
    busy: false,
  }
  const logout = () => Promise.resolve()
  renderHook(() => {
    useSignInLink({ visitor, enter, goHome, logout })
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

test.each(['', '#waitlist', '#sign-in-here'])('%j starts nothing', (hash) => {
  openLink(hash)
  expect(enter).not.toHaveBeenCalled()
  expect(goHome).not.toHaveBeenCalled()
})

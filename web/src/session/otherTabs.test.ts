import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { followOtherTabs } from './otherTabs'

const signIn = (subject: string, token = 'a') =>
  JSON.stringify({ access_token: token, profile: { sub: subject } })

const leave = vi.fn()
const reload = vi.fn()
let stop: () => void

beforeEach(() => {
  stop = followOtherTabs(leave, reload)
})
afterEach(() => {
  stop()
  vi.clearAllMocks()
})

const happens = (oldValue: string | null, newValue: string | null, key = 'oidc.user:issuer:client') =>
  window.dispatchEvent(new StorageEvent('storage', { key, oldValue, newValue, storageArea: localStorage }))

test('signing out in one tab takes the others along', () => {
  happens(signIn('meera'), null)
  expect(leave).toHaveBeenCalledExactlyOnceWith('/')
})

test('another person’s sign-in begins the other tabs anew', () => {
  happens(signIn('meera'), signIn('arjun'))
  expect(reload).toHaveBeenCalledOnce()
})

test('a renewed token, and other entries, change nothing', () => {
  happens(signIn('meera', 'a'), signIn('meera', 'b'))
  happens(signIn('meera'), null, 'theme')
  expect(leave).not.toHaveBeenCalled()
  expect(reload).not.toHaveBeenCalled()
})

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { syncWithOtherTabs } from './otherTabs'

const signIn = (subject: string, token = 'a') =>
  JSON.stringify({ access_token: token, profile: { sub: subject } })

const leave = vi.fn()
const reload = vi.fn()
let stopSyncing: () => void

beforeEach(() => {
  stopSyncing = syncWithOtherTabs(leave, reload)
})
afterEach(() => {
  stopSyncing()
  vi.clearAllMocks()
})

const dispatchStorageEvent = (
  oldValue: string | null,
  newValue: string | null,
  key = 'oidc.user:issuer:client',
) => window.dispatchEvent(new StorageEvent('storage', { key, oldValue, newValue, storageArea: localStorage }))

test('signing out in one tab redirects the others to the site', () => {
  dispatchStorageEvent(signIn('meera'), null)
  expect(leave).toHaveBeenCalledExactlyOnceWith('/')
})

test('another user’s sign-in reloads the other tabs', () => {
  dispatchStorageEvent(signIn('meera'), signIn('arjun'))
  expect(reload).toHaveBeenCalledOnce()
})

test('a renewed token and other storage entries are ignored', () => {
  dispatchStorageEvent(signIn('meera', 'a'), signIn('meera', 'b'))
  dispatchStorageEvent(signIn('meera'), null, 'theme')
  expect(leave).not.toHaveBeenCalled()
  expect(reload).not.toHaveBeenCalled()
})

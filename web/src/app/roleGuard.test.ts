import { isRedirect } from '@tanstack/react-router'
import { describe, expect, test, vi } from 'vitest'
import { setLanguage } from '@/lib/i18n'
import { readRequestedPage } from '@/lib/requestedPage'
import { roleGuard, siteUrl } from './roleGuard'

class Left extends Error {}

const guardDependencies = (redirectTo: string | null) => ({
  preload: vi.fn(() => Promise.resolve()),
  checkAccess: vi.fn(() =>
    Promise.resolve(
      redirectTo === null
        ? { allowed: true as const, person: null }
        : { allowed: false as const, redirectTo },
    ),
  ),
  leaveApp: vi.fn(() => Promise.reject(new Left())),
})

describe('role guard', () => {
  test('allows the role and preloads the page', async () => {
    const dependencies = guardDependencies(null)
    await roleGuard('student', dependencies)({ location: { href: '/booking', searchStr: '' } })
    expect(dependencies.checkAccess).toHaveBeenCalledWith('student')
    expect(dependencies.preload).toHaveBeenCalledOnce()
    expect(dependencies.leaveApp).not.toHaveBeenCalled()
  })

  test('opens the site and keeps the invite code', async () => {
    const dependencies = guardDependencies('/')
    await expect(
      roleGuard(
        'student',
        dependencies,
      )({
        location: { href: '/booking?ref=TCH-PAD-2345&x=1#activeclasses', searchStr: '?ref=TCH-PAD-2345&x=1' },
      }),
    ).rejects.toThrow(Left)
    expect(dependencies.leaveApp).toHaveBeenCalledWith('/t/TCH-PAD-2345')
    expect(readRequestedPage()).toBe('/booking?ref=TCH-PAD-2345&x=1#activeclasses')
  })

  test('redirects inside the app without leaving it', async () => {
    const dependencies = guardDependencies('/onboarding')
    const thrown: unknown = await roleGuard(
      'student',
      dependencies,
    )({ location: { href: '/booking', searchStr: '' } }).catch((error: unknown) => error)
    expect(isRedirect(thrown) && thrown.options.to).toBe('/onboarding')
    expect(dependencies.leaveApp).not.toHaveBeenCalled()
  })

  test('ignores a failed preload, which the page itself reports', async () => {
    const dependencies = { ...guardDependencies(null), preload: () => Promise.reject(new Error('gone')) }
    await expect(
      roleGuard('student', dependencies)({ location: { href: '/booking', searchStr: '' } }),
    ).resolves.toBeUndefined()
  })
})

test('the site URL keeps only the invite code', () => {
  expect(siteUrl('')).toBe('/')
  expect(siteUrl('?from=mail')).toBe('/')
})

test('the site opens in the language of the page', () => {
  setLanguage('hi', {})
  expect(siteUrl('?lang=hi')).toBe('/hi/')
  expect(siteUrl('?lang=hi&ref=TCH-PAD-2345')).toBe('/hi/t/TCH-PAD-2345')
  setLanguage('en')
})

import { isRedirect } from '@tanstack/react-router'
import { describe, expect, test, vi } from 'vitest'
import { roleGuard } from './roleGuard'

const guardDependencies = (href: string | null) => ({
  preload: vi.fn(() => Promise.resolve()),
  checkAccess: vi.fn(() => Promise.resolve(href)),
})
const location = { href: '/booking', searchStr: '' }

describe('role guard', () => {
  test('allows the role and preloads the page', async () => {
    const dependencies = guardDependencies(null)
    await roleGuard('student', dependencies)({ location })
    expect(dependencies.checkAccess).toHaveBeenCalledWith('student', location)
    expect(dependencies.preload).toHaveBeenCalledOnce()
  })

  test('redirects inside the app', async () => {
    const thrown: unknown = await roleGuard(
      'student',
      guardDependencies('/onboarding'),
    )({ location }).catch((error: unknown) => error)
    expect(isRedirect(thrown) && thrown.options).toMatchObject({ href: '/onboarding', replace: true })
  })

  test('can depend on the address', async () => {
    const dependencies = guardDependencies(null)
    const addChild = { href: '/onboarding?for=child', searchStr: '?for=child' }
    await roleGuard((search) => (search.has('for') ? 'anyone' : 'user'), dependencies)({ location: addChild })
    expect(dependencies.checkAccess).toHaveBeenCalledWith('anyone', addChild)
  })

  test('ignores a failed preload, which the page itself reports', async () => {
    const dependencies = { ...guardDependencies(null), preload: () => Promise.reject(new Error('gone')) }
    await expect(roleGuard('student', dependencies)({ location })).resolves.toBeUndefined()
  })
})

// @vitest-environment node
import { isRedirect } from '@tanstack/react-router'
import { describe, expect, test, vi } from 'vitest'
import { guarded, siteAddress } from './guarded'

class Left extends Error {}

const ways = (goTo: string | null) => ({
  preload: vi.fn(() => Promise.resolve()),
  enter: vi.fn(() =>
    Promise.resolve(
      goTo === null ? { allowed: true as const, person: null } : { allowed: false as const, goTo },
    ),
  ),
  leave: vi.fn(() => Promise.reject(new Left())),
})

describe('the guard of a page', () => {
  test('lets in whom it may, and has begun to load the page meanwhile', async () => {
    const go = ways(null)
    await guarded('student', go)({ location: { searchStr: '' } })
    expect(go.enter).toHaveBeenCalledWith('student')
    expect(go.preload).toHaveBeenCalledOnce()
    expect(go.leave).not.toHaveBeenCalled()
  })

  test('leaves for the site, and takes the invitation along', async () => {
    const go = ways('/')
    await expect(
      guarded('student', go)({ location: { searchStr: '?ref=TCH-PAD-2345&x=1' } }),
    ).rejects.toThrow(Left)
    expect(go.leave).toHaveBeenCalledWith('/?ref=TCH-PAD-2345')
  })

  test('goes elsewhere inside the app without leaving it', async () => {
    const go = ways('/onboarding')
    const thrown: unknown = await guarded(
      'student',
      go,
    )({ location: { searchStr: '' } }).catch((error: unknown) => error)
    expect(isRedirect(thrown) && thrown.options.to).toBe('/onboarding')
    expect(go.leave).not.toHaveBeenCalled()
  })

  test('shows the page’s own failure to load where it happens, not here', async () => {
    const go = { ...ways(null), preload: () => Promise.reject(new Error('gone')) }
    await expect(guarded('student', go)({ location: { searchStr: '' } })).resolves.toBeUndefined()
  })
})

test('the site is reached without whatever else was in the address', () => {
  expect(siteAddress('')).toBe('/')
  expect(siteAddress('?from=mail')).toBe('/')
})

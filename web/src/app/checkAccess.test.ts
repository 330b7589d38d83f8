import { beforeEach, describe, expect, test, vi } from 'vitest'
import { setLanguage } from '@/lib/i18n'
import { readRequestedPage } from '@/lib/requestedPage'
import { type Session, setSession } from '@/session/session'
import { checkAccess, siteUrl } from './checkAccess'

vi.mock('./bootstrap', () => ({ bootstrap: () => Promise.resolve() }))

class Loaded extends Error {}
const load = vi.fn((href: string) => Promise.reject(new Loaded(href)))
const at = (href: string) => ({ href, searchStr: new URL(href, 'https://own.invalid').search })

const person = { id: 'p-1', name: 'Meera', email: 'meera@example.com', role: 'student' } as const
const signedIn: Session = { status: 'signedIn', person }

beforeEach(() => {
  load.mockClear()
})

describe('access to a page', () => {
  test('is given to the role', async () => {
    setSession(signedIn)
    expect(await checkAccess('student', at('/booking#history'), load)).toBeNull()
    expect(await checkAccess('teacher', at('/teacher'), load)).toBe('/booking')
    expect(load).not.toHaveBeenCalled()
  })

  test('removes the learner from the address, and keeps the rest', async () => {
    setSession(signedIn)
    const address = at('/booking?learner=l-1&ref=TCH-PAD-2345#activeclasses')
    expect(await checkAccess('student', address, load)).toBe('/booking?ref=TCH-PAD-2345#activeclasses')
    expect(await checkAccess('student', at('/booking/receipt/o-1?learner=l-1'), load)).toBe(
      '/booking/receipt/o-1',
    )
  })

  test('of a visitor opens the site, keeps the invite code and stores the page with its learner', async () => {
    setSession({ status: 'signedOut' })
    const href = '/booking?ref=TCH-PAD-2345&learner=l-1#activeclasses'
    await expect(checkAccess('student', at(href), load)).rejects.toThrow(Loaded)
    expect(load).toHaveBeenCalledWith('/t/TCH-PAD-2345')
    expect(readRequestedPage()).toBe(href)
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

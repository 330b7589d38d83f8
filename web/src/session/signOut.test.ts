import { describe, expect, it, vi } from 'vitest'
import { hasAccountDeletedFlag } from '@/lib/accountDeletedFlag'
import { isLeaving, stopLeaving } from '@/lib/leaving'
import { signOut, signOutDeletedAccount } from './signOut'

const client = vi.hoisted(() => ({
  metadataService: { getEndSessionEndpoint: vi.fn(async () => undefined) },
  removeUser: vi.fn(async () => undefined),
}))
vi.mock('./oidcClient', () => ({ oidcClient: async () => client }))

describe('sign-out', () => {
  it('removes drafts and the chosen child, and keeps other stored values', async () => {
    localStorage.setItem('tala-teacher-draft-7', '{"draft":{"phone":"+91 98765 43210"}}')
    for (const storage of [localStorage, sessionStorage])
      storage.setItem('tala.learner', '{"account":"p-1","learner":"l-1"}')
    localStorage.setItem('mantine-color-scheme-value', 'dark')
    const leave = vi.fn()
    await signOut(leave)
    expect(leave).toHaveBeenCalledWith('/')
    expect(Object.keys(localStorage)).toEqual(['mantine-color-scheme-value'])
    expect(Object.keys(sessionStorage)).toEqual([])
  })

  it('tells a closing menu that the page is being left, unless it fails', async () => {
    stopLeaving()
    await signOut(vi.fn())
    expect(isLeaving()).toBe(true)
    client.removeUser.mockRejectedValueOnce(new Error('storage is full'))
    await expect(signOut(vi.fn())).rejects.toThrow()
    expect(isLeaving()).toBe(false)
  })
})

describe('sign-out of a deleted account', () => {
  it('sets the flag that the site reads', async () => {
    const leave = vi.fn()
    await signOutDeletedAccount(leave)
    expect(leave).toHaveBeenCalledWith('/')
    expect(hasAccountDeletedFlag()).toBe(true)
  })

  it('removes the stored sign-in even if the provider’s code cannot be loaded', async () => {
    client.removeUser.mockRejectedValueOnce(new Error('away'))
    localStorage.setItem('oidc.user:https://id.example:tala', '{}')
    const leave = vi.fn()
    await signOutDeletedAccount(leave)
    expect(leave).toHaveBeenCalledWith('/')
    expect(localStorage.getItem('oidc.user:https://id.example:tala')).toBeNull()
  })
})

import { describe, expect, it, vi } from 'vitest'
import { isFarewell } from '@/lib/farewell'
import { leaveForGood, signOut } from './signOut'

const client = vi.hoisted(() => ({
  metadataService: { getEndSessionEndpoint: vi.fn(async () => undefined) },
  removeUser: vi.fn(async () => undefined),
}))
vi.mock('./manager', () => ({ manager: async () => client }))

describe('signing out', () => {
  it('leaves no half-typed application behind at this device, and nothing else is touched', async () => {
    localStorage.setItem('tala-teacher-draft-7', '{"draft":{"phone":"+91 98765 43210"}}')
    localStorage.setItem('mantine-color-scheme-value', 'dark')
    const leave = vi.fn()
    await signOut(leave)
    expect(leave).toHaveBeenCalledWith('/')
    expect(Object.keys(localStorage)).toEqual(['mantine-color-scheme-value'])
  })
})

describe('leaving for good', () => {
  it('lets the site say so', async () => {
    const leave = vi.fn()
    await leaveForGood(leave)
    expect(leave).toHaveBeenCalledWith('/')
    expect(isFarewell()).toBe(true)
  })

  it('ends the sign-in of this browser even where the provider’s code does not come', async () => {
    client.removeUser.mockRejectedValueOnce(new Error('away'))
    localStorage.setItem('oidc.user:https://id.example:tala', '{}')
    const leave = vi.fn()
    await leaveForGood(leave)
    expect(leave).toHaveBeenCalledWith('/')
    expect(localStorage.getItem('oidc.user:https://id.example:tala')).toBeNull()
  })
})

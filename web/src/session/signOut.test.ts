import { describe, expect, it, vi } from 'vitest'
import { signOut } from './signOut'

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

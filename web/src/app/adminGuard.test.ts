import { isRedirect } from '@tanstack/react-router'
import { HttpResponse, http } from 'msw'
import { describe, expect, test } from 'vitest'
import { isAdmin, signInAdmin } from '@/session/admin'
import { server } from '@/test/server'
import { adminGuard } from './adminGuard'

const preload = () => Promise.resolve()

async function resultOf(requiresAdmin: boolean, checkAccess: () => Promise<boolean>): Promise<unknown> {
  try {
    await adminGuard(requiresAdmin, { preload, checkAccess })({ location: { hash: 'orders' } })
    return 'here'
  } catch (thrown) {
    return isRedirect(thrown) ? `${thrown.options.to}#${String(thrown.options.hash)}` : thrown
  }
}

describe('admin guard', () => {
  test.each([
    { requiresAdmin: true, admin: true, leads: 'here' },
    { requiresAdmin: true, admin: false, leads: '/admin-login#orders' },
    { requiresAdmin: false, admin: true, leads: '/admin#orders' },
    { requiresAdmin: false, admin: false, leads: 'here' },
  ])(
    'leads to $leads (administrator: $admin, admin page: $requiresAdmin)',
    async ({ requiresAdmin, admin, leads }) => {
      expect(await resultOf(requiresAdmin, () => Promise.resolve(admin))).toBe(leads)
    },
  )

  test('blocks the admin area but shows the sign-in page when the server cannot be reached', async () => {
    const down = new Error('down')
    expect(await resultOf(true, () => Promise.reject(down))).toBe(down)
    expect(await resultOf(false, () => Promise.reject(down))).toBe('here')
  })
})

describe('administrator session', () => {
  test('is absent without the flag, and no request is sent', async () => {
    expect(await isAdmin()).toBe(false)
  })

  test('is what the server says, despite the flag', async () => {
    localStorage.setItem('tala.admin', 'true')
    server.use(
      http.get('*/api/admin/me', () => HttpResponse.json({ code: 'sign_in_required' }, { status: 401 })),
    )
    expect(await isAdmin()).toBe(false)
    expect(localStorage.getItem('tala.admin')).toBeNull()
  })

  test('is unknown when the server fails', async () => {
    const admin = { username: 'rukmini', role: 'owner', totp: false }
    server.use(
      http.post('*/api/admin/login', () => HttpResponse.json({ success: true, admin, csrfToken: 'x' })),
      http.get('*/api/admin/me', () => HttpResponse.json({ code: 'internal' }, { status: 500 })),
    )
    await signInAdmin({ username: 'rukmini', password: 'a long secret' })
    await expect(isAdmin()).rejects.toThrow('internal')
    expect(localStorage.getItem('tala.admin')).not.toBeNull()
  })
})

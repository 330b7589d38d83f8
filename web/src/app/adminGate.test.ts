import { isRedirect } from '@tanstack/react-router'
import { HttpResponse, http } from 'msw'
import { describe, expect, test } from 'vitest'
import { isAdmin, signInAdmin } from '@/session/admin'
import { server } from '@/test/server'
import { adminGate } from './adminGate'

const preload = () => Promise.resolve()

async function wayOf(inside: boolean, enter: () => Promise<boolean>): Promise<unknown> {
  try {
    await adminGate(inside, { preload, enter })()
    return 'here'
  } catch (thrown) {
    return isRedirect(thrown) ? thrown.options.to : thrown
  }
}

describe('the back office', () => {
  test.each([
    { inside: true, admin: true, leads: 'here' },
    { inside: true, admin: false, leads: '/admin-login' },
    { inside: false, admin: true, leads: '/admin' },
    { inside: false, admin: false, leads: 'here' },
  ])('leads an administrator ($admin) who opens it ($inside) $leads', async ({ inside, admin, leads }) => {
    expect(await wayOf(inside, () => Promise.resolve(admin))).toBe(leads)
  })

  test('lets nobody in while the server cannot be asked, but shows the sign-in', async () => {
    const down = new Error('down')
    expect(await wayOf(true, () => Promise.reject(down))).toBe(down)
    expect(await wayOf(false, () => Promise.reject(down))).toBe('here')
  })
})

describe('whether an administrator is signed in', () => {
  test('is no without the flag, and then nobody is asked', async () => {
    expect(await isAdmin()).toBe(false)
  })

  test('is what the server says, whatever the flag says', async () => {
    localStorage.setItem('tala.admin', 'true')
    server.use(
      http.get('*/api/admin/me', () => HttpResponse.json({ code: 'sign_in_required' }, { status: 401 })),
    )
    expect(await isAdmin()).toBe(false)
    expect(localStorage.getItem('tala.admin')).toBeNull()
  })

  test('cannot be said when the server fails', async () => {
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

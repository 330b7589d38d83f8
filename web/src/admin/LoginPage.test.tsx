import { screen, waitFor } from '@testing-library/react'
import { http } from 'msw'
import { beforeEach, describe, expect, test } from 'vitest'
import { hasAdminSessionEnded, isAdmin } from '@/session/admin'
import { server } from '@/test/server'
import { aSession } from './test/builders'
import { adminErrorResponse, recordPosts, renderAdmin, respondToGet } from './test/renderAdmin'

beforeEach(() => respondToGet('*/api/admin/pending-teachers', () => noPending))

const noPending = { success: true, teachers: [], more: false, approved: 3, foundingLeft: 97 }
const loginReply = { success: true, ...aSession() }

async function open() {
  const view = renderAdmin('/admin-login')
  const { person } = view
  const username = await screen.findByRole('textbox', { name: 'Username' })
  const login = () => person.click(screen.getByRole('button', { name: 'Login' }))
  const fill = async () => {
    await person.type(username, 'rukmini')
    await person.type(screen.getByLabelText('Password'), 'a long secret')
  }
  return { ...view, login, fill, username }
}

describe('admin sign-in', () => {
  test('asks for missing fields', async () => {
    const { login, username } = await open()
    await login()
    expect(screen.getByText('Please input your username!')).toBeVisible()
    expect(screen.getByText('Please input your password!')).toBeVisible()
    await waitFor(() => expect(username).toHaveFocus())
  })

  test('rejects a wrong username or password', async () => {
    recordPosts('*/api/admin/login', () => adminErrorResponse(401, 'invalid_credentials'))
    const { login, fill } = await open()
    await fill()
    await login()
    expect(await screen.findByText('Invalid credentials')).toBeVisible()
    expect(screen.getByRole('heading', { level: 1, name: 'Admin Login' })).toBeVisible()
    expect(await isAdmin()).toBe(false)
  })

  test('opens the dashboard and stores the session flag', async () => {
    const requests = recordPosts('*/api/admin/login', () => loginReply)
    const { login, fill } = await open()
    await fill()
    await login()
    expect(await screen.findByText('Login successful')).toBeVisible()
    expect(await screen.findByRole('heading', { level: 1, name: 'Today' })).toBeVisible()
    expect(screen.getByText('rukmini (owner)')).toBeVisible()
    expect(requests.map(({ body }) => body)).toEqual([{ username: 'rukmini', password: 'a long secret' }])
    expect(await isAdmin()).toBe(true)
  })

  test('asks for the authenticator code if the account has one', async () => {
    const requests = recordPosts('*/api/admin/login', (count) =>
      count < 2 ? adminErrorResponse(401, 'code_required') : loginReply,
    )
    const { login, fill, person } = await open()
    await fill()
    expect(screen.queryByLabelText('Authenticator code')).toBeNull()
    await login()
    const code = await screen.findByLabelText('Authenticator code')
    await waitFor(() => expect(code).toHaveFocus())
    await login()
    expect(screen.getByText('Please input the code of your authenticator!')).toBeVisible()
    await person.type(code, '123456')
    await login()
    expect(await screen.findByText('Login successful')).toBeVisible()
    expect(requests.at(-1)?.body).toEqual({ username: 'rukmini', password: 'a long secret', code: '123456' })
  })

  test('shows at its field that the authenticator code is wrong', async () => {
    const detail = 'This code is wrong or was already used.'
    const requests = recordPosts('*/api/admin/login', (count) =>
      adminErrorResponse(401, count < 2 ? 'code_required' : 'invalid_code', { detail }),
    )
    const { login, fill, person } = await open()
    await fill()
    await login()
    const code = await screen.findByLabelText('Authenticator code')
    await waitFor(() => expect(code).toBeEnabled())
    await person.type(code, '000000')
    await login()
    expect(await screen.findByText(detail)).toBeVisible()
    expect(code).toHaveValue('')
    expect(screen.queryByText('Invalid credentials')).toBeNull()
    expect(requests).toHaveLength(2)
  })

  test('says that the session has ended, until the next sign-in', async () => {
    localStorage.setItem('tala.admin', 'true')
    server.use(http.get('*/api/admin/me', () => adminErrorResponse(401, 'sign_in_required')))
    expect(await isAdmin()).toBe(false)
    recordPosts('*/api/admin/login', () => loginReply)
    const { login, fill } = await open()
    expect(screen.getByText('Your session has ended. Please sign in again.')).toBeVisible()
    await fill()
    await login()
    expect(await screen.findByText('Login successful')).toBeVisible()
    expect(hasAdminSessionEnded()).toBe(false)
  })

  test('shows the server’s message after too many attempts', async () => {
    const detail = 'Too many failed sign-ins. Try again in 2 minutes.'
    recordPosts('*/api/admin/login', () => adminErrorResponse(429, 'too_many_requests', { detail }))
    const { login, fill } = await open()
    await fill()
    await login()
    expect(await screen.findByText(detail)).toBeVisible()
  })
})

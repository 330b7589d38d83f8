import { screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { isAdmin } from '@/session/admin'
import { me } from './test/builders'
import { answer, refusal, remember, renderAdmin } from './test/renderAdmin'

beforeEach(() => answer('*/api/admin/pending-teachers', () => nobody))

const nobody = { success: true, teachers: [], more: false, approved: 3, foundingLeft: 97 }
const done = { success: true, ...me() }

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

describe('the sign-in of administrators', () => {
  test('asks for what is missing', async () => {
    const { login, username } = await open()
    await login()
    expect(screen.getByText('Please input your username!')).toBeVisible()
    expect(screen.getByText('Please input your password!')).toBeVisible()
    await waitFor(() => expect(username).toHaveFocus())
  })

  test('says that a name or password is wrong, and keeps out', async () => {
    remember('*/api/admin/login', () => refusal(401, 'invalid_credentials'))
    const { login, fill } = await open()
    await fill()
    await login()
    expect(await screen.findByText('Invalid credentials')).toBeVisible()
    expect(screen.getByRole('heading', { level: 1, name: 'Admin Login' })).toBeVisible()
    expect(await isAdmin()).toBe(false)
  })

  test('leads to the dashboard, and is remembered', async () => {
    const sent = remember('*/api/admin/login', () => done)
    const { login, fill } = await open()
    await fill()
    await login()
    expect(await screen.findByText('Login successful')).toBeVisible()
    expect(await screen.findByRole('heading', { level: 1, name: 'Teacher Approval Dashboard' })).toBeVisible()
    expect(screen.getByText('rukmini (owner)')).toBeVisible()
    expect(sent.map(({ body }) => body)).toEqual([{ username: 'rukmini', password: 'a long secret' }])
    expect(await isAdmin()).toBe(true)
  })

  test('asks for the authenticator where the account has one', async () => {
    const sent = remember('*/api/admin/login', (count) => (count < 2 ? refusal(401, 'code_required') : done))
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
    expect(sent.at(-1)?.body).toEqual({ username: 'rukmini', password: 'a long secret', code: '123456' })
  })

  test('says in the server’s words that there were too many attempts', async () => {
    const detail = 'Too many wrong sign-ins. Please wait and try again.'
    remember('*/api/admin/login', () => refusal(429, 'too_many_requests', { detail }))
    const { login, fill } = await open()
    await fill()
    await login()
    expect(await screen.findByText(detail)).toBeVisible()
  })
})

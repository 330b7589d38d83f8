import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, it } from 'vitest'
import { setClock } from '@/lib/clock'
import { epochMs } from '@/lib/time'
import { aBooking } from '@/test/builders'
import { server } from '@/test/server'
import { startStudentApi } from './test/api'
import { renderStudentArea } from './test/renderStudentArea'

beforeEach(() => setClock(() => epochMs('2026-11-20T09:00:00Z')))

const menu = () => within(screen.getByRole('navigation', { name: 'Student menu' }))

it.each(['/booking', '/booking#nonsense', '/booking#terms'])('%s opens #dashboard', async (address) => {
  startStudentApi()
  renderStudentArea(address)
  await screen.findByRole('heading', { level: 1, name: 'Namaste, Meera' })
  await waitFor(() => expect(window.location.hash).toBe('#dashboard'))
})

it('the invite code in the URL is kept when the hash is added', async () => {
  startStudentApi({ invitedBy: { _id: 'teacher-1', name: 'Guru Padma Subramaniam' } })
  renderStudentArea('/booking?ref=TCH-ABC-1234')
  await waitFor(() => expect(window.location.href).toMatch(/\/booking\?ref=TCH-ABC-1234#dashboard$/))
})

it.each([
  ['activeclasses', 'Active Classes'],
  ['history', 'Past Classes'],
  ['account', 'My Credits'],
  ['contactus', 'Help & Support'],
  ['settings', 'My Account'],
])('#%s opens %s and marks it in the menu', async (hash, title) => {
  startStudentApi()
  renderStudentArea(`/booking#${hash}`)
  await screen.findByRole('heading', { level: 1, name: title })
  expect(menu().getByRole('link', { current: 'page' })).toHaveAttribute('href', `#${hash}`)
})

it('the menu contains all entries', async () => {
  startStudentApi()
  renderStudentArea('/booking#account')
  await screen.findByRole('heading', { name: 'My Credits' })
  for (const name of [
    'Dashboard',
    'Active Classes',
    'Past Classes',
    'My Credits',
    'Contact Us',
    'My Account',
  ]) {
    expect(menu().getByRole('link', { name })).toBeVisible()
  }
  expect(menu().getByText('My Classes')).toBeVisible()
  for (const name of ['Terms & Conditions', 'Logout']) {
    expect(menu().getByRole('button', { name })).toBeVisible()
  }
})

it('Terms & Conditions have an address, which does not change the hash', async () => {
  startStudentApi()
  const { person } = renderStudentArea('/booking#account')
  await screen.findByRole('heading', { level: 1, name: 'My Credits' })
  await person.click(menu().getByRole('button', { name: 'Terms & Conditions' }))
  const terms = await screen.findByRole('heading', { level: 1, name: 'Terms & Conditions' })
  expect(window.location.href).toMatch(/\/booking\?terms=account#account$/)
  await waitFor(() => expect(terms).toHaveFocus())
  expect(screen.getByText('A class cannot be cancelled within 12 hours of class time.')).toBeVisible()

  await person.click(menu().getByRole('link', { name: 'My Credits' }))
  await screen.findByRole('heading', { level: 1, name: 'My Credits' })
  expect(window.location.href).toMatch(/\/booking#account$/)
})

it('the address of Terms & Conditions opens them, and ends with the link of a section', async () => {
  startStudentApi()
  const { person } = renderStudentArea('/booking?ref=TCH-PAD-2345&terms=account#account')
  await screen.findByRole('heading', { level: 1, name: 'Terms & Conditions' })
  expect(menu().getByRole('button', { current: 'page' })).toHaveTextContent('Terms & Conditions')
  await person.click(menu().getByRole('link', { name: 'Past Classes' }))
  await screen.findByRole('heading', { level: 1, name: 'Past Classes' })
  await waitFor(() => expect(window.location.href).toMatch(/\/booking\?ref=TCH-PAD-2345#history$/))
})

it('the credits in the header lead from Terms & Conditions to the section that they cover', async () => {
  startStudentApi()
  const { person } = renderStudentArea('/booking?terms=account#account')
  await screen.findByRole('heading', { level: 1, name: 'Terms & Conditions' })
  await person.click(within(screen.getByRole('banner')).getByRole('link', { name: /credit/ }))
  await screen.findByRole('heading', { level: 1, name: 'My Credits' })
})

it('focus moves to the heading of a section opened from the menu', async () => {
  startStudentApi()
  const { person } = renderStudentArea('/booking#account')
  await screen.findByRole('heading', { level: 1, name: 'My Credits' })
  await person.click(menu().getByRole('link', { name: 'Past Classes' }))
  await waitFor(() => expect(screen.getByRole('heading', { level: 1, name: 'Past Classes' })).toHaveFocus())
})

it('a message is shown when there are no classes', async () => {
  startStudentApi()
  const { unmount } = renderStudentArea('/booking#activeclasses')
  expect(await screen.findByText('No active classes found')).toBeVisible()
  unmount()
  renderStudentArea('/booking#history')
  expect(await screen.findByText('No past classes found')).toBeVisible()
})

it('completed and cancelled classes are listed separately from upcoming ones', async () => {
  startStudentApi({
    active: [aBooking()],
    past: [
      aBooking({ _id: 'b2', bookingStatus: 'completed' }),
      aBooking({ _id: 'b3', bookingStatus: 'cancelled' }),
    ],
  })
  renderStudentArea('/booking#history')
  const table = await screen.findByRole('table', { name: 'Past Classes' })
  expect(within(table).getAllByRole('row')).toHaveLength(3)
  expect(within(table).getByText('Completed')).toBeVisible()
  expect(within(table).getByText('Cancelled')).toBeVisible()
  expect(within(table).queryByText('Confirmed')).toBeNull()
})

it('Contact Us shows the teacher first, then a message form and FAQs', async () => {
  startStudentApi()
  const sent: unknown[] = []
  server.use(
    http.post('*/api/email/student-contact', async ({ request }) => {
      sent.push(await request.json())
      return sent.length === 1
        ? HttpResponse.json({ code: 'internal' }, { status: 500 })
        : HttpResponse.json({ success: true, message: '' })
    }),
  )
  const { person } = renderStudentArea('/booking#contactus')
  expect(await screen.findByText(/^Need to move or cancel a class\?/)).toBeVisible()
  expect(await screen.findByRole('link', { name: 'support@tala.example' })).toHaveAttribute(
    'href',
    'mailto:support@tala.example',
  )
  expect(await screen.findByRole('link', { name: /^Email Guru Padma Subramaniam \(/ })).toBeVisible()

  const send = screen.getByRole('button', { name: 'Send message' })
  await person.click(send)
  const about = screen.getByRole('combobox', { name: 'Topic' })
  expect(about).toHaveFocus()
  expect(about).toHaveAccessibleDescription('Please select the type of help you need')
  await person.click(about)
  await person.click(await screen.findByRole('option', { name: 'General question' }))
  await person.click(send)
  const message = screen.getByRole('textbox', { name: 'Message' })
  await waitFor(() => expect(message).toHaveFocus())
  expect(message).toHaveAccessibleDescription('Please enter your message')
  await person.type(message, '  The sound is gone. ')
  await person.click(send)
  expect(
    await screen.findByText('Failed to send message. Please try again or email us directly.'),
  ).toBeVisible()
  expect(message).toHaveValue('  The sound is gone. ')
  await person.click(send)
  expect(await screen.findByText('Your message has been sent! We will get back to you soon.')).toBeVisible()
  expect(message).toHaveValue('')
  expect(sent.at(-1)).toEqual({
    studentEmail: 'meera@example.com',
    messageType: 'general',
    subject: '',
    message: 'The sound is gone.',
  })

  await person.click(screen.getByRole('tab', { name: 'FAQs' }))
  expect(await screen.findAllByRole('button', { name: /\?$/ })).toHaveLength(5)
})

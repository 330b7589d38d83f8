import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { setClock } from '@/lib/clock'
import { aStudent } from '@/teacher/test/builders'
import { errorResponse, recordRequests, renderTeacher, respondWith } from '@/teacher/test/renderTeacher'

beforeEach(() => {
  setClock(() => Date.parse('2026-11-22T08:00:00Z'))
  respondWith('*/api/teacher/students', () => ({ students: [aStudent()], next: null, total: 1 }))
})
afterEach(() => setClock())

describe('Contact Support', () => {
  const open = async () => {
    const view = renderTeacher('/teacher#help')
    await screen.findByRole('combobox', { name: /Message type/ })
    const choose = async (field: RegExp, option: RegExp | string) => {
      await view.person.click(screen.getByRole('combobox', { name: field }))
      await view.person.click(await screen.findByRole('option', { name: option }))
    }
    const send = () => view.person.click(screen.getByRole('button', { name: 'Send message' }))
    const write = (text: string) => view.person.type(screen.getByRole('textbox', { name: /^Message/ }), text)
    return { ...view, choose, send, write }
  }

  test('requires a type and a message', async () => {
    const { send } = await open()
    await send()
    expect(screen.getByText('Please select the type of help you need')).toBeVisible()
    expect(screen.getByText('Please enter your message')).toBeVisible()
  })

  test('requires student and times to reschedule, and sends the fields of SPEC', async () => {
    const bodies = recordRequests('post', '*/api/email/teacher-support', () => ({
      success: true,
      message: '',
    }))
    const { person, choose, send, write } = await open()
    await choose(/Message type/, 'Reschedule a class')
    await write('She is travelling.')
    await send()
    expect(screen.getByText('Please select a student')).toBeVisible()
    expect(screen.getByText('Please specify the original class time')).toBeVisible()
    expect(screen.getByText('Please specify the preferred new time')).toBeVisible()
    await choose(/Student/, /Meera Iyer/)
    await person.type(screen.getByLabelText(/Original class time/), '2026-11-25T07:00')
    await person.type(screen.getByLabelText(/Preferred new time/), '2026-11-26T08:00')
    await send()
    expect(await screen.findByText("Your message has been sent! We'll respond shortly.")).toBeVisible()
    expect(bodies).toEqual([
      {
        from: 'padma@example.com',
        name: 'Padma Subramaniam',
        subject: '',
        message: 'She is travelling.',
        teacherId: 't-1',
        messageType: 'reschedule',
        studentInfo: { id: 'student-1', name: 'Meera Iyer', email: 'meera@example.com' },
        reschedulingInfo: {
          originalDateTime: '2026-11-25T07:00:00Z',
          newDateTime: '2026-11-26T08:00:00Z',
        },
        hasAttachments: false,
      },
    ])
    expect(screen.getByRole('textbox', { name: /^Message/ })).toHaveValue('')
  })

  test('keeps the message when sending fails', async () => {
    recordRequests('post', '*/api/email/teacher-support', () => errorResponse(503, 'unavailable'))
    const { choose, send, write } = await open()
    await choose(/Message type/, 'General question')
    await write('Hello')
    await send()
    expect(await screen.findByText('Failed to send message. Please try again later.')).toBeVisible()
    expect(screen.getByRole('textbox', { name: /^Message/ })).toHaveValue('Hello')
  })
})

test('the FAQs are shown', async () => {
  const { person } = renderTeacher('/teacher#help/faqs')
  await person.click(await screen.findByRole('button', { name: 'When am I paid?' }))
  await waitFor(() => expect(screen.getByText(/1st and 15th of each month/)).toBeVisible())
  expect(screen.getAllByRole('heading', { level: 2 })).toHaveLength(5)
})

test('the calendar feed can be created, renewed and turned off', async () => {
  respondWith('*/api/calendar-feed', () => ({ url: null }))
  let count = 0
  recordRequests('post', '*/api/calendar-feed', () => ({ url: `https://tala.example/feed/${++count}.ics` }))
  recordRequests('delete', '*/api/calendar-feed', () => ({ success: true }))
  const { person } = renderTeacher('/teacher#help/feed')
  await person.click(await screen.findByRole('button', { name: 'Create a calendar link' }))
  expect(await screen.findByRole('textbox', { name: 'Calendar link' })).toHaveValue(
    'https://tala.example/feed/1.ics',
  )
  await person.click(screen.getByRole('button', { name: 'Create a new link' }))
  await waitFor(() =>
    expect(screen.getByRole('textbox', { name: 'Calendar link' })).toHaveValue(
      'https://tala.example/feed/2.ics',
    ),
  )
  await person.click(screen.getByRole('button', { name: 'Turn the feed off' }))
  expect(await screen.findByText('You have no calendar link yet.')).toBeVisible()
})

import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { InviteCodeDialog } from './InviteCodeDialog'

const onJoin = vi.fn(() => Promise.resolve())
const onShowWaitlist = vi.fn()
const onClose = vi.fn()
const ask = vi.fn<typeof fetch>()

function answer(status: number, headers: Record<string, string> = {}) {
  ask.mockResolvedValue(new Response(null, { status, headers }))
}

beforeEach(() => {
  vi.clearAllMocks()
  vi.stubGlobal('fetch', ask)
  // jsdom has no dialogs.
  Object.assign(HTMLDialogElement.prototype, {
    showModal(this: HTMLDialogElement) {
      this.setAttribute('open', '')
    },
    close(this: HTMLDialogElement) {
      this.removeAttribute('open')
    },
  })
})

afterEach(() => vi.unstubAllGlobals())

async function enter(code: string, inviteCode: string | null = null) {
  const person = userEvent.setup()
  render(
    <InviteCodeDialog
      productName="Tala"
      inviteCode={inviteCode}
      onJoin={onJoin}
      onShowWaitlist={onShowWaitlist}
      onClose={onClose}
    />,
  )
  const field = screen.getByLabelText('Teacher Invite Code')
  if (code) await person.type(field, code)
  await person.click(screen.getByText('Continue'))
  return { person, field }
}

test('a valid code leads to the sign-up', async () => {
  answer(200)
  await enter(' tch-pad-2345 ')
  await vi.waitFor(() => expect(onJoin).toHaveBeenCalledExactlyOnceWith('TCH-PAD-2345'))
  expect(ask).toHaveBeenCalledExactlyOnceWith('/t/TCH-PAD-2345', { method: 'HEAD', cache: 'no-store' })
})

test('a pasted invitation link is accepted', async () => {
  answer(200)
  await enter('https://tala.example/booking?ref=tch-pad-2345')
  await vi.waitFor(() => expect(onJoin).toHaveBeenCalledExactlyOnceWith('TCH-PAD-2345'))
  expect(ask).toHaveBeenCalledExactlyOnceWith('/t/TCH-PAD-2345', { method: 'HEAD', cache: 'no-store' })
})

test('the code of the address is filled in', async () => {
  answer(200)
  await enter('', 'TCH-PAD-2345')
  await vi.waitFor(() => expect(onJoin).toHaveBeenCalledExactlyOnceWith('TCH-PAD-2345'))
})

test('a code that does not work says what to do and starts no sign-up', async () => {
  answer(404)
  const { field } = await enter('TCH-ZZZ-9999')
  expect(await screen.findByText(/^This code isn’t working. Check it with your teacher/)).toBeVisible()
  expect(field).toHaveFocus()
  expect(onJoin).not.toHaveBeenCalled()
})

test('too many wrong codes say when to try again', async () => {
  answer(429, { 'Retry-After': '421' })
  await enter('TCH-ZZZ-9999')
  expect(await screen.findByText('Too many codes were tried. Please try again in 8 minutes.')).toBeVisible()
  expect(onJoin).not.toHaveBeenCalled()
})

test.each([
  ['', 'Please enter your teacher’s invite code'],
  ['TCH-12', 'Please enter the whole code. It looks like TCH-ABC-1234.'],
])('%j is not sent', async (code, sentence) => {
  answer(200)
  await enter(code)
  expect(await screen.findByText(sentence)).toBeVisible()
  expect(ask).not.toHaveBeenCalled()
})

test('without a connection the code can be sent again', async () => {
  ask.mockRejectedValue(new TypeError('offline'))
  const { person } = await enter('TCH-PAD-2345')
  expect(await screen.findByText(/^We couldn’t check the code/)).toBeVisible()
  answer(200)
  await person.click(screen.getByText('Continue'))
  await vi.waitFor(() => expect(onJoin).toHaveBeenCalledOnce())
})

test('visitors without a code find the waitlist', async () => {
  const { person } = await enter('')
  await person.click(screen.getByText('Join the waitlist'))
  expect(onShowWaitlist).toHaveBeenCalledOnce()
})

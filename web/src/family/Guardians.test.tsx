import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, test } from 'vitest'
import type { GuardianInvitation, Guardians as GuardiansReply } from '@/api/guardians'
import { setDisplayChoices } from '@/lib/display'
import { setLanguage } from '@/lib/i18n'
import { renderUi } from '@/test/render'
import { server } from '@/test/server'
import { Guardians } from './Guardians'

const meera = { _id: 'g-1', name: 'Meera Rao', email: 'meera@example.com', isYou: true }
const arun = { _id: 'g-2', name: 'Arun Rao', email: 'arun@example.com', isYou: false }
const invitation: GuardianInvitation = {
  _id: 'i-1',
  email: 'arun@example.com',
  sentAt: '2026-11-20T09:00:00Z',
  expiresAt: '2026-12-04T09:00:00Z',
}

interface Request {
  learner: string | null
  body?: unknown
}
let requests: Request[] = []
let stored: GuardiansReply
let answer: () => Response

beforeEach(() => {
  requests = []
  setDisplayChoices({ zone: 'Asia/Kolkata', is24Hours: false, weekStart: null })
  stored = { success: true, guardians: [meera], invitations: [] }
  answer = () => {
    stored = { ...stored, invitations: [invitation] }
    return HttpResponse.json({ success: true, invitation })
  }
  const learnerOf = (request: globalThis.Request) => request.headers.get('x-learner')
  server.use(
    http.get('*/api/guardians', ({ request }) => {
      requests.push({ learner: learnerOf(request) })
      return HttpResponse.json(stored)
    }),
    http.post('*/api/guardian-invitations', async ({ request }) => {
      requests.push({ learner: learnerOf(request), body: await request.json() })
      return answer()
    }),
    http.delete('*/api/guardian-invitations/:id', ({ request, params }) => {
      requests.push({ learner: learnerOf(request), body: params.id })
      stored = { ...stored, invitations: [] }
      return HttpResponse.json({ success: true })
    }),
  )
})

const sent = () => requests.filter(({ body }) => body !== undefined)

function open(learnerId: string | null = 'l-1') {
  return renderUi(
    <Guardians
      learnerId={learnerId}
      level={4}
      title="Parents and guardians"
      invite={{ button: 'Invite another', label: 'Invite another for Asha' }}
      rights="Both have equal rights."
      emailLabel="Their email"
    />,
  )
}

const opener = () => screen.findByRole('button', { name: 'Invite another for Asha' })
const field = () => screen.getByRole('textbox', { name: /Their email/ })
const problem = (status: number, code: string, errors: object[] = []) =>
  HttpResponse.json({ code, status, errors, detail: 'The server’s sentence.' }, { status })

describe('guardians of a child', () => {
  test('are listed, and the form disappears with the second one', async () => {
    stored = { ...stored, guardians: [meera, arun] }
    open()
    const list = within(await screen.findByRole('list'))
    expect(list.getByText('Meera Rao (you)')).toBeVisible()
    expect(list.getByText('Arun Rao')).toBeVisible()
    expect(list.getByText('arun@example.com')).toBeVisible()
    expect(screen.queryByRole('button', { name: /Invite/ })).toBeNull()
    expect(requests).toEqual([{ learner: 'l-1' }])
  })

  test('for the signed-in student the request names no learner', async () => {
    open(null)
    expect(await screen.findByText('Meera Rao (you)')).toBeVisible()
    expect(requests).toEqual([{ learner: null }])
  })

  test('loading can be tried again', async () => {
    server.use(http.get('*/api/guardians', () => new Response(null, { status: 503 }), { once: true }))
    const { person } = open()
    expect(await screen.findByText('We couldn’t load the parents and guardians.')).toBeVisible()
    await person.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('Meera Rao (you)')).toBeVisible()
  })
})

describe('an invitation', () => {
  test('is sent for this child, once, and is then listed', async () => {
    const { person } = open()
    await person.click(await opener())
    expect(field()).toHaveFocus()
    expect(field()).toHaveAccessibleDescription('Both have equal rights.')
    await person.type(field(), ' arun@example.com {Enter}{Enter}')
    expect(await screen.findByText('We’ve emailed an invitation to arun@example.com.')).toBeVisible()
    expect(
      screen.getByText('Invited on Fri, 20 Nov 2026. The invitation is valid until Fri, 4 Dec 2026.'),
    ).toBeVisible()
    expect(sent()).toEqual([{ learner: 'l-1', body: { email: 'arun@example.com' } }])
    expect(screen.queryByRole('textbox')).toBeNull()
    expect(screen.getByRole('heading', { name: 'Parents and guardians' })).toHaveFocus()
  })

  test('without an address it is not sent', async () => {
    const { person } = open()
    await person.click(await opener())
    await person.type(field(), 'arun{Enter}')
    expect(await screen.findByText('Please enter an email address.')).toBeVisible()
    await waitFor(() => expect(field()).toHaveFocus())
    expect(sent()).toEqual([])
  })

  test('an error of the server is shown at the field, in the language of the page', async () => {
    answer = () =>
      problem(422, 'invalid_fields', [{ field: 'email', message: 'This person is a guardian already' }])
    const { person } = open()
    await person.click(await opener())
    await person.type(field(), 'meera@example.com{Enter}')
    expect(await screen.findByText('This person is a guardian already')).toBeVisible()
    await waitFor(() => expect(field()).toHaveFocus())
    setLanguage('hi', { 'fieldError.This person is a guardian already': 'ये पहले से अभिभावक हैं।' })
    await person.keyboard('{Enter}')
    expect(await screen.findByText('ये पहले से अभिभावक हैं।')).toBeVisible()
    setLanguage('en')
  })

  test('other errors are shown, and the address stays', async () => {
    answer = () => problem(409, 'guardians_complete')
    const { person } = open()
    await person.click(await opener())
    await person.type(field(), 'arun@example.com{Enter}')
    expect(await screen.findByRole('alert')).toHaveTextContent('The server’s sentence.')
    expect(field()).toHaveValue('arun@example.com')
  })

  test('whose response was lost is listed all the same', async () => {
    answer = () => {
      stored = { ...stored, invitations: [invitation] }
      return HttpResponse.error()
    }
    const { person } = open()
    await person.click(await opener())
    await person.type(field(), 'arun@example.com{Enter}')
    expect(await screen.findByText('arun@example.com')).toBeVisible()
    expect(screen.queryByRole('textbox')).toBeNull()
  })

  test('can be withdrawn; then another one can be sent', async () => {
    stored = { ...stored, invitations: [invitation] }
    const { person } = open()
    await person.click(
      await screen.findByRole('button', { name: 'Withdraw the invitation to arun@example.com' }),
    )
    expect(await screen.findByText('The invitation is withdrawn.')).toBeVisible()
    expect(sent()).toEqual([{ learner: 'l-1', body: 'i-1' }])
    expect(screen.queryByText('arun@example.com')).toBeNull()
    expect(screen.getByRole('heading', { name: 'Parents and guardians' })).toHaveFocus()
    expect(await opener()).toBeVisible()
  })

  test('that was accepted before it could be withdrawn shows the new guardian', async () => {
    stored = { ...stored, invitations: [invitation] }
    server.use(
      http.delete('*/api/guardian-invitations/:id', () => {
        stored = { ...stored, guardians: [meera, arun], invitations: [] }
        return problem(404, 'not_found')
      }),
    )
    const { person } = open()
    await person.click(await screen.findByRole('button', { name: /^Withdraw/ }))
    expect(await screen.findByText('Arun Rao')).toBeVisible()
    expect(screen.getByRole('alert')).toBeVisible()
    expect(screen.queryByRole('button', { name: /^Withdraw/ })).toBeNull()
  })

  test('the form can be closed, and focus returns to its button', async () => {
    const { person } = open()
    await person.click(await opener())
    await person.click(screen.getByRole('button', { name: 'Cancel' }))
    await waitFor(async () => expect(await opener()).toHaveFocus())
  })
})

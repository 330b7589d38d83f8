import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { Learner } from '@/api/learners'
import { currentSession, type Person, setSession } from '@/session/session'
import { renderUi } from '@/test/render'
import { server } from '@/test/server'
import { FamilySection } from './FamilySection'
import { fileNameFor } from './fileNameFor'
import { anAccount } from './test/builders'

const leaveTo = vi.hoisted(() => vi.fn())
const saveFile = vi.hoisted(() => vi.fn())
vi.mock('@/family/leaveTo', () => ({ leaveTo }))
vi.mock('@/lib/saveFile', () => ({ saveFile }))

const asha: Learner = {
  _id: 'l-1',
  name: 'Asha Rao',
  birthDate: '2016-04-23',
  age: 10,
  teacherId: 't-1',
  teacherName: 'Guru Padma Subramaniam',
  currency: 'INR',
}
const ravi: Learner = { ...asha, _id: 'l-2', name: 'Ravi Rao', birthDate: '2018-01-05', age: 8 }
const meera: Person = { id: 'p-1', name: 'Meera Rao', email: 'meera@example.com', role: 'teacher' }

let learners: Learner[] = []
let requests: { id: unknown; body: unknown }[] = []
let answer: () => Response

beforeEach(() => {
  vi.clearAllMocks()
  learners = [asha, ravi]
  requests = []
  answer = () => {
    learners = [ravi]
    return HttpResponse.json({ success: true })
  }
  server.use(
    http.get('*/api/account', () => HttpResponse.json(anAccount())),
    http.get('*/api/learners', () => HttpResponse.json({ success: true, learners })),
    http.get('*/api/guardians', ({ request }) =>
      HttpResponse.json({
        success: true,
        guardians: [
          {
            _id: 'p-1',
            name: 'Meera Rao',
            email: `for-${request.headers.get('x-learner')}@x.test`,
            isYou: true,
          },
        ],
        invitations: [],
      }),
    ),
    http.get('*/api/learners/:id/export', ({ params }) => HttpResponse.json({ learner: params.id })),
    http.delete('*/api/learners/:id', async ({ request, params }) => {
      requests.push({ id: params.id, body: await request.json() })
      return answer()
    }),
  )
})

const problem = (status: number, code: string, more: object = {}) =>
  HttpResponse.json({ code, status, detail: `The server’s ${code}.`, ...more }, { status })

function openAs(session: { person: Person; account?: Person } = { person: meera }) {
  setSession({ status: 'signedIn', ...session, learners })
  return renderUi(<FamilySection />)
}

const card = (name: string) => screen.findByRole('article', { name })

describe('children', () => {
  test('are listed with age, date of birth, teacher and their own guardians', async () => {
    openAs()
    const first = within(await card('Asha Rao'))
    expect(
      first.getByText('10 years old · born 23 Apr 2016 · Learns with Guru Padma Subramaniam'),
    ).toBeVisible()
    expect(await first.findByText('for-l-1@x.test')).toBeVisible()
    expect(await within(await card('Ravi Rao')).findByText('for-l-2@x.test')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Add a child' })).toHaveAttribute(
      'href',
      '/onboarding?as=student&for=child',
    )
  })

  test('download of the data about a child is a file with the child’s name', async () => {
    const { person } = openAs()
    await person.click(await screen.findByRole('button', { name: 'Download data about Asha Rao' }))
    expect(await screen.findByText('The data about Asha Rao is downloaded.')).toBeVisible()
    const [file, name] = saveFile.mock.calls[0] as [Blob, string]
    expect(name).toBe('asha-rao-data.json')
    expect(JSON.parse(await file.text())).toEqual({ learner: 'l-1' })
  })

  test('a failed download is reported', async () => {
    server.use(http.get('*/api/learners/:id/export', () => new Response(null, { status: 502 })))
    const { person } = openAs()
    await person.click(await screen.findByRole('button', { name: 'Download data about Asha Rao' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('Something went wrong on our side.')
    expect(saveFile).not.toHaveBeenCalled()
  })

  test('that cannot be loaded can be loaded again', async () => {
    server.use(http.get('*/api/learners', () => problem(503, 'unavailable'), { once: true }))
    const { person } = openAs()
    expect(await screen.findByText('We couldn’t load your children.')).toBeVisible()
    await person.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await card('Asha Rao')).toBeVisible()
  })
})

test.each([
  ['Asha Rao', 'asha-rao-data.json'],
  ['आशा राव', 'आशा-राव-data.json'],
  ['../..', 'child-data.json'],
])('the file of %s is %s', (name, file) => expect(fileNameFor(name)).toBe(file))

describe('removal', () => {
  async function openDialog(session?: { person: Person; account?: Person }) {
    const view = openAs(session)
    await view.person.click(await screen.findByRole('button', { name: 'Remove Asha Rao' }))
    const dialog = await screen.findByRole('dialog', { name: 'Remove Asha Rao?' })
    const field = within(dialog).getByRole('textbox', { name: 'The child’s name' })
    const press = () => view.person.click(within(dialog).getByRole('button', { name: 'Remove the child' }))
    return { ...view, dialog, field, press }
  }

  test('says what is deleted and kept, needs the name, and removes the child', async () => {
    const { dialog, field, press, person } = await openDialog()
    expect(within(dialog).getAllByRole('listitem')).toHaveLength(3)
    await person.type(field, 'Ravi')
    await press()
    expect(within(dialog).getByText('This isn’t the child’s name as shown above.')).toBeVisible()
    await waitFor(() => expect(field).toHaveFocus())
    expect(requests).toEqual([])
    await person.clear(field)
    await person.type(field, ' asha rao {Enter}{Enter}')
    expect(await screen.findByText('Asha Rao is removed from your account.')).toBeVisible()
    expect(requests).toEqual([{ id: 'l-1', body: { name: 'asha rao' } }])
    await waitFor(() => expect(screen.queryByRole('article', { name: 'Asha Rao' })).toBeNull())
    expect(await card('Ravi Rao')).toBeVisible()
    expect(currentSession()).toMatchObject({ learners: [ravi] })
    expect(leaveTo).not.toHaveBeenCalled()
  })

  test('of the child for whom the page is loads the page for another person', async () => {
    const child: Person = { ...meera, id: 'l-1', name: 'Asha Rao', role: 'student' }
    const { field, press, person } = await openDialog({ person: child, account: meera })
    await person.type(field, 'Asha Rao')
    await press()
    await waitFor(() => expect(leaveTo).toHaveBeenCalledExactlyOnceWith('/booking'))
    expect(field).toBeDisabled()
  })

  test('that is refused says what is still open', async () => {
    answer = () =>
      problem(409, 'open_obligations', {
        detail:
          'This account can’t be deleted yet. Still open: 1 purchase that is not completed, 2 paid credits.',
      })
    const { field, press, person } = await openDialog()
    await person.type(field, 'Asha Rao')
    await press()
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'You can’t remove this child yetThere is still something open: 1 purchase that is not completed and 2 paid credits.Cancel the booked classes',
    )
    expect(currentSession()).toMatchObject({ learners: [asha, ravi] })
  })

  test('whose response was lost is complete at the second press', async () => {
    answer = () => HttpResponse.error()
    const { field, press, person } = await openDialog()
    await person.type(field, 'Asha Rao')
    await press()
    expect(await screen.findByRole('alert')).toHaveTextContent('We can’t reach the server.')
    answer = () => {
      learners = [ravi]
      return problem(404, 'learner_not_found')
    }
    await press()
    expect(await screen.findByText('Asha Rao is removed from your account.')).toBeVisible()
  })

  test('shows the server’s error at the name', async () => {
    const message = "Please enter the child's name as it is shown"
    answer = () => problem(422, 'invalid_fields', { errors: [{ field: 'name', message }] })
    const { dialog, field, press, person } = await openDialog()
    await person.type(field, 'Asha Rao')
    await press()
    expect(await within(dialog).findByText(message)).toBeVisible()
    await waitFor(() => expect(field).toHaveFocus())
  })
})

describe('without children', () => {
  beforeEach(() => {
    learners = []
  })

  test('a link to add one is all', async () => {
    openAs()
    expect(await screen.findByRole('link', { name: 'Add a child to book classes for them' })).toHaveAttribute(
      'href',
      '/onboarding?as=student&for=child',
    )
    expect(screen.queryByRole('heading')).toBeNull()
  })

  test('a student under 18 sees their guardians instead', async () => {
    server.use(http.get('*/api/account', () => HttpResponse.json(anAccount({ birthDate: '2010-11-23' }))))
    openAs({ person: { ...meera, role: 'student' } })
    expect(await screen.findByRole('heading', { name: 'Your parents and guardians' })).toBeVisible()
    expect(await screen.findByText('for-null@x.test')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Invite a parent or guardian' })).toBeVisible()
    expect(screen.queryByRole('link')).toBeNull()
  })
})

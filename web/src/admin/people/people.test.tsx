import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, test } from 'vitest'
import { aLine, aSession } from '@/admin/test/builders'
import { aLot, aPerson, somePersonDetails, somePreview } from '@/admin/test/peopleBuilders'
import { adminErrorResponse, recordPosts, renderAdmin, respondToGet } from '@/admin/test/renderAdmin'
import type { AdminPersonDetails } from '@/api/adminPeopleTypes'
import { signInAdmin } from '@/session/admin'
import { server } from '@/test/server'

const PERSON_URL = '*/api/admin/people/student-1'
type Role = 'owner' | 'support' | 'finance'

async function signInAs(role: Role) {
  const { admin, csrfToken } = aSession()
  recordPosts('*/api/admin/login', () => ({ success: true, admin: { ...admin, role }, csrfToken }))
  await signInAdmin({ username: 'rukmini', password: 'a long secret' })
}

beforeEach(() => signInAs('owner'))

/** Opens Meera's page; `server.data` can be changed. */
async function openPerson(initial: AdminPersonDetails = somePersonDetails()) {
  const server = { data: initial }
  respondToGet(PERSON_URL, () => server.data)
  respondToGet(`${PERSON_URL}/suspension-preview`, () =>
    somePreview({
      unspentCredits: { students: 0, credits: 0, refundableCredits: 0, refundable: [], more: false },
    }),
  )
  const { person } = renderAdmin('/admin#people/student-1')
  await screen.findByRole('heading', { level: 1, name: 'Meera Iyer' })
  await screen.findByRole('heading', { level: 2, name: 'History' })
  return { person, server }
}

test('people are sorted by name from A on, and finance cannot export their addresses', async () => {
  await signInAs('finance')
  const requestedUrls: string[] = []
  respondToGet('*/api/admin/people', (url) => {
    requestedUrls.push(url.searchParams.get('sort') ?? '')
    return { items: [aPerson()], next: null, total: { count: 1, isCapped: false } }
  })
  const { person } = renderAdmin('/admin#people')
  const table = await screen.findByRole('table', { name: 'People' })
  expect(screen.getByText('1 person')).toBeVisible()
  await person.click(within(table).getByRole('button', { name: 'Name' }))
  await waitFor(() =>
    expect(within(table).getByRole('columnheader', { name: 'Name' })).toHaveAttribute(
      'aria-sort',
      'ascending',
    ),
  )
  await waitFor(() => expect(requestedUrls.at(-1)).toBe('name'))
  expect(screen.getByRole('button', { name: 'Export CSV' })).toHaveAttribute('aria-disabled', 'true')
})

describe('the list of people', () => {
  test('is searched, filtered and paged, and keeps its filters in the URL', async () => {
    respondToGet('*/api/admin/people', (url) => {
      if (url.searchParams.get('after'))
        return { items: [aPerson({ _id: 'student-2', name: 'Meera Two' })], next: null }
      const requestedFilters = `${url.searchParams.get('q')} ${url.searchParams.get('role')}`
      return requestedFilters === 'mee student'
        ? { items: [aPerson()], next: 'student-1' }
        : { items: [aPerson({ name: 'Everyone' })], next: null }
    })
    const { person } = renderAdmin('/admin#people')
    expect(await screen.findByRole('link', { name: 'Everyone' })).toBeVisible()
    await person.type(screen.getByRole('searchbox', { name: 'Name, email or phone' }), 'mee')
    await person.click(screen.getByRole('combobox', { name: 'Role' }))
    await person.click(await screen.findByRole('option', { name: 'Students' }))
    expect(await screen.findByRole('link', { name: 'Meera Iyer' })).toHaveAttribute(
      'href',
      '#people/student-1',
    )
    await waitFor(() => expect(window.location.hash).toBe('#people?q=mee&role=student'))
    await person.click(screen.getByRole('button', { name: 'Show more' }))
    expect(await screen.findByRole('link', { name: 'Meera Two' })).toBeVisible()
  })

  test('starts with the filters of the URL, and shows a message if nobody matches', async () => {
    respondToGet('*/api/admin/people', (url) => {
      expect(url.searchParams.get('q')).toBe('nobody@example.com')
      return { items: [], next: null }
    })
    renderAdmin('/admin#people?q=nobody%40example.com')
    expect(await screen.findByText('No people found')).toBeVisible()
    expect(screen.getByRole('searchbox')).toHaveValue('nobody@example.com')
  })

  test('shows an error with a retry button', async () => {
    respondToGet('*/api/admin/people', () => adminErrorResponse(500, 'internal'))
    const { person } = renderAdmin('/admin#people', { wide: false })
    expect(await screen.findByText('We couldn’t load the people.')).toBeVisible()
    respondToGet('*/api/admin/people', () => ({ items: [aPerson()], next: null }))
    await person.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('link', { name: 'Meera Iyer' })).toBeVisible()
    expect(screen.queryByRole('table')).toBeNull()
  })
})

describe('the page of a person', () => {
  test('shows account, classes, orders and history with links', async () => {
    await openPerson(
      somePersonDetails({
        history: [aLine({ action: 'person_suspended', reason: 'Rude', subject: 'student-1' })],
      }),
    )
    expect(screen.getByText('New York, GMT−5')).toBeVisible()
    expect(screen.getByText('5 of 8')).toBeVisible()
    expect(screen.getByRole('link', { name: 'All classes' })).toHaveAttribute(
      'href',
      '#bookings?q=meera%40example.com',
    )
    expect(screen.getByRole('link', { name: 'One class with Padma Subramaniam' })).toHaveAttribute(
      'href',
      '#orders/order-1',
    )
    expect(screen.getByText('₹1,022.98')).toBeVisible()
    const history = screen.getByRole('list', { name: 'History' })
    expect(within(history).getByText('Suspended')).toBeVisible()
    expect(within(history).getByText('Rude')).toBeVisible()
    expect(within(history).queryByRole('link')).toBeNull()
  })

  test('links the history line of a cancelled class to the class', async () => {
    await openPerson(
      somePersonDetails({ history: [aLine({ action: 'booking_cancelled', subject: 'booking-1' })] }),
    )
    expect(screen.getByRole('link', { name: 'Open the booking' })).toHaveAttribute(
      'href',
      '#bookings/booking-1',
    )
  })

  test('shows a message if the person does not exist', async () => {
    respondToGet(PERSON_URL, () => adminErrorResponse(404, 'not_found'))
    renderAdmin('/admin#people/student-1')
    expect(await screen.findByText('This person does not exist')).toBeVisible()
  })
})

describe('an action', () => {
  test('requires a reason, is sent once and shows its effect', async () => {
    const { person, server } = await openPerson()
    const requests = recordPosts(`${PERSON_URL}/suspend`, () => {
      server.data = somePersonDetails({
        person: aPerson({ status: 'suspended', suspendedAt: '2026-11-21T09:00:00Z' }),
      })
      return server.data
    })
    await person.click(screen.getByRole('button', { name: 'Suspend' }))
    const dialog = await screen.findByRole('dialog', { name: 'Suspend Meera Iyer?' })
    const reason = within(dialog).getByRole('textbox', { name: 'Reason' })
    await person.type(reason, '  ')
    await person.click(within(dialog).getByRole('button', { name: 'Suspend' }))
    expect(within(dialog).getByText('Enter a reason')).toBeVisible()
    await waitFor(() => expect(reason).toHaveFocus())
    await person.type(reason, 'Rude messages ')
    // A second submit before the first disables the button.
    const form = within(dialog).getByRole('button', { name: 'Suspend' }).closest('form') as HTMLElement
    fireEvent.submit(form)
    fireEvent.submit(form)
    expect(await screen.findByText(/^Suspended since/)).toBeVisible()
    expect(requests.map(({ body }) => body)).toEqual([{ reason: 'Rude messages', cancelsClasses: false }])
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(screen.getByRole('button', { name: 'Restore' })).toBeVisible()
  })

  test('that another administrator has done already shows the error and refreshes the page', async () => {
    const { person, server } = await openPerson()
    recordPosts(`${PERSON_URL}/suspend`, () => {
      server.data = somePersonDetails({
        person: aPerson({ status: 'suspended', suspendedAt: '2026-11-21T09:00:00Z' }),
      })
      return adminErrorResponse(409, 'already_processed', { detail: 'This person is suspended already.' })
    })
    await person.click(screen.getByRole('button', { name: 'Suspend' }))
    const dialog = await screen.findByRole('dialog')
    await person.type(within(dialog).getByRole('textbox', { name: 'Reason' }), 'Rude')
    await person.click(within(dialog).getByRole('button', { name: 'Suspend' }))
    expect(await within(dialog).findByRole('alert')).toHaveTextContent('This person is suspended already.')
    expect(await screen.findByText(/^Suspended since/)).toBeInTheDocument()
    expect(within(dialog).getByRole('textbox', { name: 'Reason' })).toHaveValue('Rude')
  })

  test('that is not allowed for this role is disabled with the reason', async () => {
    await signInAs('finance')
    const { admin, csrfToken } = aSession()
    const { person } = await openPerson()
    respondToGet('*/api/admin/me', () => ({ admin: { ...admin, role: 'finance' }, csrfToken }))
    const button = screen.getByRole('button', { name: 'Give credits' })
    expect(button).toHaveAttribute('aria-disabled', 'true')
    await person.hover(button)
    expect(await screen.findByRole('tooltip')).toHaveTextContent('Only support and owners can do this')
    await person.click(button)
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})

describe('credits', () => {
  test('are granted after validation, and repeated only after confirmation', async () => {
    const { person, server } = await openPerson()
    const requests = recordPosts(`${PERSON_URL}/credits`, (count) => {
      if (count === 1)
        return adminErrorResponse(409, 'already_processed', {
          detail: 'This was done less than a minute ago.',
        })
      server.data = somePersonDetails({
        credits: [aLot({ _id: 'lot-2', origin: 'granted', total: 2, remaining: 2 }), aLot()],
      })
      return { success: true, _id: 'lot-2', remaining: 2, expiresAt: '2027-01-10T18:30:00Z' }
    })
    await person.click(screen.getByRole('button', { name: 'Give credits' }))
    const dialog = await screen.findByRole('dialog', { name: 'Give Meera Iyer credits' })
    const classes = within(dialog).getByRole('textbox', { name: 'Classes' })
    await person.clear(classes)
    await person.type(classes, '21')
    await person.type(within(dialog).getByRole('textbox', { name: 'Reason' }), 'No sound')
    await person.click(within(dialog).getByRole('button', { name: 'Give' }))
    expect(within(dialog).getByText('1 to 20')).toBeVisible()
    expect(requests).toEqual([])
    await person.clear(classes)
    await person.type(classes, '2')
    await person.click(within(dialog).getByRole('button', { name: 'Give' }))
    expect(await within(dialog).findByText('This was done less than a minute ago.')).toBeVisible()
    await person.click(within(dialog).getByRole('button', { name: 'Do it again' }))
    expect(await screen.findByText('2 of 2')).toBeVisible()
    const grant = { teacherId: 'teacher-1', count: 2, days: 60, reason: 'No sound' }
    expect(requests.map(({ body }) => body)).toEqual([
      { ...grant, again: false },
      { ...grant, again: true },
    ])
  })

  test('are extended, unless none remain', async () => {
    const spent = aLot({ _id: 'lot-2', remaining: 0 })
    const { person } = await openPerson(somePersonDetails({ credits: [aLot(), spent] }))
    const requests = recordPosts('*/api/admin/credit-lots/lot-1/extend', () =>
      adminErrorResponse(422, 'invalid_fields', { errors: [{ field: 'days', message: '1 to 365' }] }),
    )
    expect(screen.getByRole('button', { name: /^Extend 0 of 8/ })).toHaveAttribute('aria-disabled', 'true')
    await person.click(screen.getByRole('button', { name: /^Extend 5 of 8/ }))
    const dialog = await screen.findByRole('dialog', { name: 'Extend credits' })
    await person.type(within(dialog).getByRole('textbox', { name: 'Reason' }), 'She is ill')
    await person.click(within(dialog).getByRole('button', { name: 'Extend' }))
    expect(await within(dialog).findByText('1 to 365')).toBeVisible()
    expect(within(dialog).queryByRole('alert')).toBeNull()
    expect(requests.map(({ body }) => body)).toEqual([{ days: 30, reason: 'She is ill', again: false }])
  })
})

test('a deleted person is read-only', async () => {
  await openPerson(
    somePersonDetails({
      person: aPerson({
        name: 'Meera Iyer',
        email: null,
        status: 'deleted',
        suspendedAt: '2026-11-21T09:00:00Z',
      }),
    }),
  )
  expect(screen.getByText('This account was deleted')).toBeVisible()
  expect(screen.queryByText(/^Suspended since/)).toBeNull()
  for (const name of ['Restore', 'Give credits', 'Delete']) {
    expect(screen.queryByRole('button', { name })).toBeNull()
  }
})

test('a person with open classes or credits is not deleted, and the reason is shown', async () => {
  const reason = "This account can't be deleted yet. Still open: 5 paid credits."
  server.use(
    http.delete(PERSON_URL, () =>
      HttpResponse.json({ code: 'open_obligations', detail: reason }, { status: 409 }),
    ),
  )
  const { person } = await openPerson()
  await person.click(screen.getByRole('button', { name: 'Delete' }))
  const dialog = await screen.findByRole('dialog', { name: 'Delete Meera Iyer?' })
  await person.type(within(dialog).getByRole('textbox', { name: 'Reason' }), 'Wants to leave')
  await person.click(within(dialog).getByRole('button', { name: 'Delete permanently' }))
  expect(await within(dialog).findByRole('alert')).toHaveTextContent(reason)
})

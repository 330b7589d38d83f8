import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, test } from 'vitest'
import { aLine, me } from '@/admin/test/builders'
import { aLot, aPerson, details } from '@/admin/test/peopleBuilders'
import { answer, refusal, remember, renderAdmin } from '@/admin/test/renderAdmin'
import type { PersonDetails } from '@/api/adminPeopleTypes'
import { signInAdmin } from '@/session/admin'
import { server } from '@/test/server'

const ONE = '*/api/admin/people/student-1'
type Role = 'owner' | 'support' | 'finance'

async function as(role: Role) {
  const { admin, csrfToken } = me()
  remember('*/api/admin/login', () => ({ success: true, admin: { ...admin, role }, csrfToken }))
  await signInAdmin({ username: 'rukmini', password: 'a long secret' })
}

beforeEach(() => as('owner'))

/** Opens Meera's page; what the server knows of her can be changed. */
async function open(first: PersonDetails = details()) {
  const now = { data: first }
  answer(ONE, () => now.data)
  const { person } = renderAdmin('/admin#people/student-1')
  await screen.findByRole('heading', { level: 1, name: 'Meera Iyer' })
  await screen.findByRole('heading', { level: 2, name: 'History' })
  return { person, now }
}

describe('the list of people', () => {
  test('is searched and narrowed down, goes on, and keeps its filters in the address', async () => {
    answer('*/api/admin/people', (url) => {
      if (url.searchParams.get('after'))
        return { items: [aPerson({ _id: 'student-2', name: 'Meera Two' })], next: null }
      const asked = `${url.searchParams.get('q')} ${url.searchParams.get('role')}`
      return asked === 'mee student'
        ? { items: [aPerson()], next: 'student-1' }
        : { items: [aPerson({ name: 'Everybody' })], next: null }
    })
    const { person } = renderAdmin('/admin#people')
    expect(await screen.findByRole('link', { name: 'Everybody' })).toBeVisible()
    await person.type(screen.getByRole('searchbox', { name: 'Name or email' }), 'mee')
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

  test('begins with the filters of the address, and says when nobody is found', async () => {
    answer('*/api/admin/people', (url) => {
      expect(url.searchParams.get('q')).toBe('nobody@example.com')
      return { items: [], next: null }
    })
    renderAdmin('/admin#people?q=nobody%40example.com')
    expect(await screen.findByText('Nobody found')).toBeVisible()
    expect(screen.getByRole('searchbox')).toHaveValue('nobody@example.com')
  })

  test('says that it could not be loaded, and is tried again', async () => {
    answer('*/api/admin/people', () => refusal(500, 'internal'))
    const { person } = renderAdmin('/admin#people', { wide: false })
    expect(await screen.findByText('The people could not be loaded.')).toBeVisible()
    answer('*/api/admin/people', () => ({ items: [aPerson()], next: null }))
    await person.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('link', { name: 'Meera Iyer' })).toBeVisible()
    expect(screen.queryByRole('table')).toBeNull()
  })
})

describe('a person', () => {
  test('is shown with what belongs to them, and the way to it', async () => {
    await open(
      details({ history: [aLine({ action: 'person_suspended', reason: 'Rude', subject: 'student-1' })] }),
    )
    expect(screen.getByText('New York, GMT−5')).toBeVisible()
    expect(screen.getByText('5 of 8')).toBeVisible()
    expect(screen.getByRole('link', { name: 'All their classes' })).toHaveAttribute(
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

  test('whose class was cancelled: the line leads there', async () => {
    await open(details({ history: [aLine({ action: 'booking_cancelled', subject: 'booking-1' })] }))
    expect(screen.getByRole('link', { name: 'Open the booking' })).toHaveAttribute(
      'href',
      '#bookings/booking-1',
    )
  })

  test('who does not exist is said to be so', async () => {
    answer(ONE, () => refusal(404, 'not_found'))
    renderAdmin('/admin#people/student-1')
    expect(await screen.findByText('This person does not exist')).toBeVisible()
  })
})

describe('an act', () => {
  test('wants a reason, is sent once however often it is pressed, and shows what it changed', async () => {
    const { person, now } = await open()
    const acts = remember(`${ONE}/suspend`, () => {
      now.data = details({ person: aPerson({ status: 'suspended', suspendedAt: '2026-11-21T09:00:00Z' }) })
      return now.data
    })
    await person.click(screen.getByRole('button', { name: 'Suspend' }))
    const dialog = await screen.findByRole('dialog', { name: 'Suspend Meera Iyer?' })
    const reason = within(dialog).getByRole('textbox', { name: 'Reason' })
    await person.type(reason, '  ')
    await person.click(within(dialog).getByRole('button', { name: 'Suspend' }))
    expect(within(dialog).getByText('Please say why')).toBeVisible()
    await waitFor(() => expect(reason).toHaveFocus())
    await person.type(reason, 'Rude messages ')
    // Before the button has had time to show that it is busy.
    const form = within(dialog).getByRole('button', { name: 'Suspend' }).closest('form') as HTMLElement
    fireEvent.submit(form)
    fireEvent.submit(form)
    expect(await screen.findByText(/^Suspended since/)).toBeVisible()
    expect(acts.map(({ body }) => body)).toEqual([{ reason: 'Rude messages' }])
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(screen.getByRole('button', { name: 'Restore' })).toBeVisible()
  })

  test('that somebody else has done already says so in the dialog and reads the page anew', async () => {
    const { person, now } = await open()
    remember(`${ONE}/suspend`, () => {
      now.data = details({ person: aPerson({ status: 'suspended', suspendedAt: '2026-11-21T09:00:00Z' }) })
      return refusal(409, 'already_done', { detail: 'This person is suspended already.' })
    })
    await person.click(screen.getByRole('button', { name: 'Suspend' }))
    const dialog = await screen.findByRole('dialog')
    await person.type(within(dialog).getByRole('textbox', { name: 'Reason' }), 'Rude')
    await person.click(within(dialog).getByRole('button', { name: 'Suspend' }))
    expect(await within(dialog).findByRole('alert')).toHaveTextContent('This person is suspended already.')
    expect(await screen.findByText(/^Suspended since/)).toBeInTheDocument()
    expect(within(dialog).getByRole('textbox', { name: 'Reason' })).toHaveValue('Rude')
  })

  test('that is not for this role is there with the reason, and does nothing', async () => {
    await as('finance')
    const { admin, csrfToken } = me()
    const { person } = await open()
    answer('*/api/admin/me', () => ({ admin: { ...admin, role: 'finance' }, csrfToken }))
    const button = screen.getByRole('button', { name: 'Give credits' })
    expect(button).toHaveAttribute('aria-disabled', 'true')
    await person.hover(button)
    expect(await screen.findByRole('tooltip')).toHaveTextContent('Only support and owners may do this')
    await person.click(button)
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})

describe('credits', () => {
  test('are given after a look at the numbers, and once more only when that is meant', async () => {
    const { person, now } = await open()
    const acts = remember(`${ONE}/credits`, (count) => {
      if (count === 1)
        return refusal(409, 'already_done', { detail: 'This was done less than a minute ago.' })
      now.data = details({
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
    expect(acts).toEqual([])
    await person.clear(classes)
    await person.type(classes, '2')
    await person.click(within(dialog).getByRole('button', { name: 'Give' }))
    expect(await within(dialog).findByText('This was done less than a minute ago.')).toBeVisible()
    await person.click(within(dialog).getByRole('button', { name: 'Do it once more' }))
    expect(await screen.findByText('2 of 2')).toBeVisible()
    const gift = { teacherId: 'teacher-1', count: 2, days: 60, reason: 'No sound' }
    expect(acts.map(({ body }) => body)).toEqual([
      { ...gift, again: false },
      { ...gift, again: true },
    ])
  })

  test('live longer, unless nothing is left of them', async () => {
    const spent = aLot({ _id: 'lot-2', remaining: 0 })
    const { person } = await open(details({ credits: [aLot(), spent] }))
    const acts = remember('*/api/admin/credit-lots/lot-1/extend', () =>
      refusal(422, 'invalid_fields', { errors: [{ field: 'days', message: '1 to 365' }] }),
    )
    expect(screen.getByRole('button', { name: /^Extend 0 of 8/ })).toHaveAttribute('aria-disabled', 'true')
    await person.click(screen.getByRole('button', { name: /^Extend 5 of 8/ }))
    const dialog = await screen.findByRole('dialog', { name: 'Extend credits' })
    await person.type(within(dialog).getByRole('textbox', { name: 'Reason' }), 'She is ill')
    await person.click(within(dialog).getByRole('button', { name: 'Extend' }))
    expect(await within(dialog).findByText('1 to 365')).toBeVisible()
    expect(within(dialog).queryByRole('alert')).toBeNull()
    expect(acts.map(({ body }) => body)).toEqual([{ days: 30, reason: 'She is ill', again: false }])
  })
})

test('of whom nothing is left can only be looked at', async () => {
  await open(
    details({
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

test('who has money or classes open is not deleted, and it is said why', async () => {
  const why = 'This account cannot be deleted yet: paid credits can still be used (5).'
  server.use(http.delete(ONE, () => HttpResponse.json({ code: 'still_open', detail: why }, { status: 409 })))
  const { person } = await open()
  await person.click(screen.getByRole('button', { name: 'Delete' }))
  const dialog = await screen.findByRole('dialog', { name: 'Delete Meera Iyer?' })
  await person.type(within(dialog).getByRole('textbox', { name: 'Reason' }), 'Wants to leave')
  await person.click(within(dialog).getByRole('button', { name: 'Delete for good' }))
  expect(await within(dialog).findByRole('alert')).toHaveTextContent(why)
})

import { screen, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Learner } from '@/api/learners'
import type { Booking } from '@/api/types'
import { setClock } from '@/lib/clock'
import { type Person, setSession } from '@/session/session'
import { aBooking } from '@/test/builders'
import { renderUi } from '@/test/render'
import { server } from '@/test/server'
import { FamilyClasses, FamilyOverlap } from './FamilyClasses'
import { overlappingClasses } from './familyWeek'

const learner = { birthDate: null, age: 9, teacherId: 't-1', teacherName: 'Padma', currency: 'INR' }
const asha: Learner = { ...learner, _id: 'l-1', name: 'Asha Rao' }
const ravi: Learner = { ...learner, _id: 'l-2', name: 'Ravi Rao' }
const meera: Person = { id: 'p-1', name: 'Meera Rao', email: 'meera@example.com', role: 'user' }
const ZONE = 'Asia/Kolkata'

/** A class of an hour that starts at this time in Kolkata. */
const classOf = (studentId: string, start: string, more: Partial<Booking> = {}): Booking => {
  const at = Temporal.PlainDateTime.from(start).toZonedDateTime(ZONE).toInstant()
  return aBooking({
    _id: `${studentId} ${start}`,
    studentId,
    dateTime: at.toString(),
    endDateTime: at.add({ hours: 1 }).toString(),
    teacherName: 'Leela',
    ...more,
  })
}

let classes: Booking[]
let requests: number

beforeEach(() => {
  setClock(() => Date.parse('2026-11-20T09:00:00Z'))
  classes = []
  requests = 0
  server.use(
    http.get('*/api/learners/classes', () => {
      requests += 1
      return HttpResponse.json({ success: true, classes })
    }),
  )
})

/** The page is for Asha. */
function signIn(learners: Learner[] = [asha, ravi], account: Person = meera) {
  const person: Person = { ...account, id: 'l-1', name: 'Asha Rao', role: 'student' }
  setSession({ status: 'signedIn', person, account, learners })
}

describe('the week of a family', () => {
  test('has the classes of all, by day, and links to each student', async () => {
    signIn([asha, ravi], { ...meera, role: 'student' })
    classes = [
      classOf('l-1', '2026-11-20T17:00'),
      classOf('l-2', '2026-11-21T07:00'),
      classOf('p-1', '2026-11-21T08:00', { title: 'Adavus' }),
      classOf('l-2', '2026-11-26T22:00'),
      classOf('l-2', '2026-11-27T07:00'),
    ]
    renderUi(<FamilyClasses zone={ZONE} />)
    const panel = within(await screen.findByRole('region', { name: 'Your family’s next 7 days' }))
    expect(await panel.findByRole('heading', { name: 'Today, Fri, 20 Nov' })).toBeVisible()
    const days = panel.getAllByRole('heading', { level: 3 }).map((heading) => heading.textContent)
    expect(days).toEqual(['Today, Fri, 20 Nov', 'Sat, 21 Nov', 'Thu, 26 Nov'])
    const links = panel.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])
    expect(links).toEqual([
      ['Asha', '#activeclasses'],
      ['Ravi', '/booking?learner=l-2#activeclasses'],
      ['Me', '/booking?learner=p-1#activeclasses'],
      ['Ravi', '/booking?learner=l-2#activeclasses'],
    ])
    expect(panel.getByText('Adavus with Leela')).toBeVisible()
    expect(panel.getByText('7:00–8:00 am')).toBeVisible()
  })

  test('without classes says so, and a failure can be repeated', async () => {
    signIn()
    server.use(http.get('*/api/learners/classes', () => new Response(null, { status: 503 }), { once: true }))
    const { person } = renderUi(<FamilyClasses zone={ZONE} />)
    expect(await screen.findByText('We couldn’t load the classes of your family.')).toBeVisible()
    await person.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('No classes in the next 7 days.')).toBeVisible()
  })

  test('is for accounts with two students or more', async () => {
    signIn([asha])
    renderUi(
      <>
        <p>The page</p>
        <FamilyClasses zone={ZONE} />
        <FamilyOverlap classTime={classOf('l-1', '2026-11-21T07:00')} />
      </>,
    )
    expect(await screen.findByText('The page')).toBeVisible()
    expect(screen.queryByRole('status')).toBeNull()
    expect(requests).toBe(0)
  })
})

describe('the warning about another class at this time', () => {
  const ask = (start: string) => renderUi(<FamilyOverlap classTime={classOf('l-1', start)} />)

  test.each([
    ['2026-11-21T06:15', true],
    ['2026-11-21T07:45', true],
    ['2026-11-21T06:00', false],
    ['2026-11-21T08:00', false],
  ])('for a class at %s: %s', (start, isShown) => {
    const other = classOf('l-2', '2026-11-21T07:00')
    expect(overlappingClasses([other], classOf('l-1', start), 'l-1')).toEqual(isShown ? [other] : [])
  })

  test('names the child and the teacher, and does not prevent the booking', async () => {
    signIn()
    classes = [classOf('l-2', '2026-11-21T07:00')]
    ask('2026-11-21T07:30')
    expect(await screen.findByRole('status')).toHaveTextContent(
      'Ravi has a class with Leela at this time. You can still book.',
    )
  })

  test('names the account holder as “you”, and never the student who books', async () => {
    signIn([asha, ravi], { ...meera, role: 'student' })
    classes = [classOf('l-1', '2026-11-21T07:00'), classOf('p-1', '2026-11-21T07:00')]
    ask('2026-11-21T07:00')
    expect(
      await screen.findByText('You have a class with Leela at this time. You can still book.'),
    ).toBeVisible()
    expect(screen.queryByText(/^Asha has/)).toBeNull()
  })
})

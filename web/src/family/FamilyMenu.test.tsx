import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Role } from '@/api/types'
import { withLearner } from '@/session/acting'
import { type SignedInSession, setSession } from '@/session/session'
import { renderUi } from '@/test/render'
import { FamilySwitcher } from './FamilySwitcher'

const learner = (id: string, name: string) => ({
  _id: id,
  name,
  birthDate: '2016-04-23',
  age: 10,
  teacherId: 't-1',
  teacherName: 'Guru Padma',
  currency: 'INR',
})
const asha = learner('l-asha', 'Asha Iyer')
const ravi = learner('l-ravi', 'Ravi Iyer')

const account = (role: Role, learners = [asha, ravi]): SignedInSession => ({
  status: 'signedIn',
  person: { id: 'p-1', name: 'Meera Iyer', email: 'meera@example.com', role },
  learners,
})

const open = async (session: SignedInSession, area: 'student' | 'teacher' = 'student') => {
  setSession(session)
  const { person, ...view } = renderUi(<FamilySwitcher area={area} />)
  const button = await screen.findByRole('button')
  return { person, button, ...view }
}
const entries = () =>
  screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')] as const)

beforeEach(() => window.history.replaceState(null, '', '/booking'))

test('the button says for whom the page is', async () => {
  const { button } = await open(withLearner(account('user'), 'l-asha'))
  expect(button).toHaveAccessibleName('Classes for Asha. Change')
  expect(button).toHaveTextContent('For Asha')
})

test('children with the same first name are shown with their full names', async () => {
  const cousin = learner('l-asha-2', 'asha Rao')
  const { button } = await open(withLearner(account('user', [asha, cousin]), 'l-asha-2'))
  expect(button).toHaveAccessibleName('Classes for asha Rao. Change')
})

test('the entries are the children with their teachers, and the form that adds one', async () => {
  const { person, button } = await open(withLearner(account('user'), 'l-asha'))
  expect(screen.queryByRole('link')).toBeNull()
  await person.click(button)
  expect(button).toHaveAttribute('aria-expanded', 'true')
  expect(entries()).toEqual([
    ['Asha IyerWith Guru Padma', '/booking?learner=l-asha'],
    ['Ravi IyerWith Guru Padma', '/booking?learner=l-ravi'],
    ['Add a child', '/onboarding?as=student&for=child'],
  ])
  expect(screen.getByRole('link', { current: true })).toHaveTextContent('Asha')
})

test('a guardian who is a student can choose themselves, and keeps the section', async () => {
  window.history.replaceState(null, '', '/booking#activeclasses')
  const { person, button } = await open(account('student'))
  expect(button).toHaveAccessibleName('Classes for me. Change')
  await person.click(button)
  expect(entries().slice(1, 3)).toEqual([
    ['Ravi IyerWith Guru Padma', '/booking?learner=l-ravi#activeclasses'],
    ['Myself', '/booking?learner=p-1#activeclasses'],
  ])
  expect(screen.getByRole('link', { current: true })).toHaveTextContent('Myself')
})

test('a section with a record is not kept, because the record is of another child', async () => {
  window.history.replaceState(null, '', '/booking#activeclasses/b-1')
  const { person, button } = await open(withLearner(account('user'), 'l-asha'))
  await person.click(button)
  expect(entries()[1]?.[1]).toBe('/booking?learner=l-ravi')
})

test('a teacher opens the classes of a child from the teacher area, and the way back', async () => {
  window.history.replaceState(null, '', '/teacher#help')
  const { person, button, unmount } = await open(account('teacher'), 'teacher')
  expect(button).toHaveAccessibleName('My children')
  await person.click(button)
  expect(entries()[0]?.[1]).toBe('/booking?learner=l-asha')
  unmount()

  const child = await open(withLearner(account('teacher'), 'l-asha'))
  await child.person.click(child.button)
  expect(entries()[2]).toEqual(['Myself', '/teacher'])
})

test('the keyboard opens, moves, and closes with the focus on the button', async () => {
  const { person, button } = await open(withLearner(account('user'), 'l-asha'))
  await person.tab()
  expect(button).toHaveFocus()
  await person.keyboard('{ArrowDown}{ArrowDown}')
  expect(screen.getByRole('link', { name: /Asha/ })).toHaveFocus()
  await person.keyboard('{ArrowUp}{ArrowUp}')
  expect(screen.getByRole('link', { name: 'Add a child' })).toHaveFocus()
  await person.keyboard('{Escape}')
  expect(screen.queryByRole('link')).toBeNull()
  expect(button).toHaveFocus()
})

test('the list closes when the focus leaves it, or on a press elsewhere', async () => {
  const { person, button } = await open(withLearner(account('user'), 'l-asha'))
  await person.click(button)
  await person.click(document.body)
  expect(screen.queryByRole('link')).toBeNull()
  const after = document.body.appendChild(document.createElement('button'))
  await person.click(button)
  for (const _ of entries()) await person.tab()
  await person.tab()
  await waitFor(() => expect(screen.queryByRole('link')).toBeNull())
  after.remove()
})

test('the present child is not loaded again', async () => {
  const { person, button } = await open(withLearner(account('user'), 'l-asha'))
  await person.click(button)
  const press = vi.fn((event: Event) => event.defaultPrevented)
  window.addEventListener('click', press)
  await person.click(screen.getByRole('link', { current: true }))
  expect(press).toHaveReturnedWith(true)
  window.removeEventListener('click', press)
  expect(screen.queryByRole('link')).toBeNull()
})

test('accounts without children have no menu', () => {
  setSession({ status: 'signedIn', person: account('student').person })
  renderUi(<FamilySwitcher />)
  expect(screen.queryByRole('button')).toBeNull()
})

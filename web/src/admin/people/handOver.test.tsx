import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aPerson, aTeacherPart, somePersonDetails } from '@/admin/test/peopleBuilders'
import { recordPosts, renderAdmin, respondToGet } from '@/admin/test/renderAdmin'

test('the students of a teacher are handed over to another teacher, with a reason', async () => {
  const padma = somePersonDetails({
    person: aPerson({ name: 'Padma', role: 'teacher', status: 'approved' }),
    student: null,
    teacher: aTeacherPart(),
  })
  const leela = aPerson({ _id: 'teacher-2', name: 'Leela', email: null, role: 'teacher', status: 'approved' })
  respondToGet('*/api/admin/people/student-1', () => padma)
  respondToGet('*/api/admin/people', () => ({ items: [leela], next: null }))
  respondToGet('*/api/admin/people/student-1/hand-over-preview', (url) => {
    expect(url.searchParams.get('teacherId')).toBe('teacher-2')
    return {
      students: 2,
      classes: 1,
      newTeacherSlots: 0,
      currencies: [
        {
          currency: 'INR',
          students: 2,
          previousPrice: 999,
          newPrice: 1199,
          credits: 3,
          creditsValue: 2997,
          creditsAtNewPrice: 3597,
        },
      ],
    }
  })
  const requests = recordPosts('*/api/admin/people/student-1/hand-over', () => ({ students: 2, more: false }))
  const { person } = renderAdmin('/admin#people/student-1')
  await person.click(await screen.findByRole('button', { name: 'Hand over students' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Hand over all students of Padma?' }))
  await person.click(dialog.getByRole('button', { name: 'Hand over' }))
  expect(dialog.getByText('Choose a teacher')).toBeVisible()
  await person.click(dialog.getByRole('combobox', { name: 'New teacher' }))
  await person.click(await screen.findByRole('option', { name: 'Leela' }))
  expect(await dialog.findByText('₹999 now, ₹1,199 afterwards')).toBeVisible()
  expect(dialog.getByText('1, with the previous teacher')).toBeVisible()
  expect(
    dialog.getByText(
      '3, for as many classes. Their value is ₹2,997; at the new price they would cost ₹3,597.',
    ),
  ).toBeVisible()
  expect(dialog.getByRole('alert')).toHaveTextContent('No open times')
  await person.type(dialog.getByRole('textbox', { name: /^Reason/ }), 'Padma moves away')
  await person.dblClick(dialog.getByRole('button', { name: 'Hand over' }))
  expect(await screen.findByText('2 students handed over')).toBeVisible()
  expect(document.querySelectorAll('.mantine-Notification-root')).toHaveLength(1)
  expect(requests.map(({ body }) => body)).toEqual([{ teacherId: 'teacher-2', reason: 'Padma moves away' }])
})

test('one student gets another teacher', async () => {
  const meera = somePersonDetails()
  const from = meera.student?.teacherId ?? ''
  const leela = aPerson({ _id: 'teacher-2', name: 'Leela', email: null, role: 'teacher', status: 'approved' })
  respondToGet('*/api/admin/people/student-1', () => meera)
  respondToGet('*/api/admin/people', () => ({ items: [leela], next: null }))
  respondToGet(`*/api/admin/people/${from}/hand-over-preview`, (url) => {
    expect(Object.fromEntries(url.searchParams)).toEqual({ teacherId: 'teacher-2', studentId: 'student-1' })
    return { students: 1, classes: 0, newTeacherSlots: 4, currencies: [] }
  })
  const requests = recordPosts(`*/api/admin/people/${from}/hand-over`, () => ({ students: 1, more: false }))
  const { person } = renderAdmin('/admin#people/student-1')
  await person.click(await screen.findByRole('button', { name: 'Change teacher' }))
  const name = `Change the teacher of ${meera.person.name}?`
  const dialog = within(await screen.findByRole('dialog', { name }))
  await person.click(dialog.getByRole('combobox', { name: 'New teacher' }))
  await person.click(await screen.findByRole('option', { name: 'Leela' }))
  expect(await dialog.findByText('4 in the next four weeks')).toBeVisible()
  await person.type(dialog.getByRole('textbox', { name: /^Reason/ }), 'She asked for it')
  await person.click(dialog.getByRole('button', { name: 'Hand over' }))
  expect(await screen.findByText('1 student handed over')).toBeVisible()
  expect(requests.map(({ body }) => body)).toEqual([
    { teacherId: 'teacher-2', studentId: 'student-1', reason: 'She asked for it' },
  ])
})

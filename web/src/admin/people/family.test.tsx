import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { aSession } from '@/admin/test/builders'
import { somePersonDetails } from '@/admin/test/peopleBuilders'
import { recordPosts, renderAdmin, respondToGet } from '@/admin/test/renderAdmin'
import type { AdminPersonDetails } from '@/api/adminPeopleTypes'
import { signInAdmin } from '@/session/admin'
import { server } from '@/test/server'

const URL = '*/api/admin/people/student-1'

beforeEach(async () => {
  recordPosts('*/api/admin/login', () => ({ success: true, ...aSession() }))
  await signInAdmin({ username: 'rukmini', password: 'a long secret' })
})

async function openPerson(details: Partial<AdminPersonDetails>) {
  respondToGet(URL, () => somePersonDetails(details))
  const { person } = renderAdmin('/admin#people/student-1')
  await screen.findByRole('heading', { level: 2, name: 'History' })
  const openDialog = async () => {
    await person.click(screen.getByRole('button', { name: 'Correct age' }))
    return within(await screen.findByRole('dialog', { name: 'Correct the age of Meera Iyer' }))
  }
  return { person, openDialog }
}

test('a learner’s page has the date of birth, and links to the guardians', async () => {
  const guardian = { _id: 'person-7', name: 'Lakshmi Iyer', email: 'lakshmi@example.com' }
  await openPerson({ birthDate: '2016-04-23', guardians: [guardian] })
  expect(screen.getByText('23 Apr 2016')).toBeVisible()
  const family = within(screen.getByRole('region', { name: 'Family' }))
  expect(family.getByRole('link', { name: 'Lakshmi Iyer' })).toHaveAttribute('href', '#people/person-7')
  expect(family.getByText('lakshmi@example.com')).toBeVisible()
  expect(family.queryByText('Learners')).toBeNull()
})

test('a guardian’s page has links to the learners, and the age range', async () => {
  await openPerson({ ageBand: '30-44', learners: [{ _id: 'person-8', name: 'Asha Iyer', email: null }] })
  expect(screen.getByText('30 to 44')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Asha Iyer' })).toHaveAttribute('href', '#people/person-8')
})

test('people without a family have no such section', async () => {
  await openPerson({})
  expect(screen.queryByRole('region', { name: 'Family' })).toBeNull()
})

test('the date of birth is corrected with a reason', async () => {
  const posts = recordPosts(`${URL}/age`, () => somePersonDetails())
  const { person, openDialog } = await openPerson({ birthDate: '2016-04-23' })
  const dialog = await openDialog()
  const year = dialog.getByRole('textbox', { name: 'Year' })
  expect(year).toHaveValue('2016')
  await person.clear(year)
  await person.click(dialog.getByRole('button', { name: 'Save' }))
  expect(dialog.getByText('Please enter day, month and year.')).toBeVisible()
  expect(posts).toEqual([])
  await person.type(year, '2006')
  await person.type(dialog.getByRole('textbox', { name: /^Reason/ }), 'Mistyped')
  await person.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Age corrected')).toBeVisible()
  expect(posts.map(({ body }) => body)).toEqual([{ birthDate: '2006-04-23', reason: 'Mistyped' }])
})

test('an age range replaces the date of birth', async () => {
  const posts = recordPosts(`${URL}/age`, () => somePersonDetails())
  const { person, openDialog } = await openPerson({ birthDate: '2016-04-23' })
  const dialog = await openDialog()
  await person.click(dialog.getByRole('radio', { name: 'Age range of an adult' }))
  await person.type(dialog.getByRole('textbox', { name: /^Reason/ }), 'Is an adult')
  await person.click(dialog.getByRole('button', { name: 'Save' }))
  expect(dialog.getByText('Please choose an age range.')).toBeVisible()
  await person.click(dialog.getByRole('combobox', { name: 'Age range' }))
  await person.click(await screen.findByRole('option', { name: '45 to 59' }))
  await person.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(posts.map(({ body }) => body)).toEqual([{ ageBand: '45-59', reason: 'Is an adult' }]),
  )
})

test('the server’s error is shown at the date', async () => {
  const errors = [{ field: 'birthDate', message: 'Please enter a date of birth, such as 2016-04-23' }]
  server.use(
    http.post(`${URL}/age`, () => HttpResponse.json({ code: 'invalid_fields', errors }, { status: 422 })),
  )
  const { person, openDialog } = await openPerson({ birthDate: '2016-04-23' })
  const dialog = await openDialog()
  await person.type(dialog.getByRole('textbox', { name: /^Reason/ }), 'Mistyped')
  await person.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await dialog.findByText(errors[0]?.message ?? '')).toBeVisible()
})

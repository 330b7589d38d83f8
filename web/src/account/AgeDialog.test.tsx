import { screen, waitFor } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { currentSession, type Person, setSession } from '@/session/session'
import { renderRoute } from '@/test/renderRoute'
import { server } from '@/test/server'
import { AgeDialog } from './AgeDialog'
import { anAccount } from './test/builders'

const kiran: Person = {
  id: 's-1',
  name: 'Kiran',
  email: 'kiran@example.com',
  role: 'student',
  ageQuestion: true,
}

let sent: unknown[]
let answer: (body: object) => Response

beforeEach(() => {
  sent = []
  answer = (body) => HttpResponse.json(anAccount(body))
  setSession({ status: 'signedIn', person: kiran })
  server.use(
    http.post('*/api/account', async ({ request }) => {
      const body = (await request.json()) as object
      sent.push(body)
      return answer(body)
    }),
  )
})

const open = (address = '/booking') => renderRoute(<AgeDialog />, address)
const dialog = () => screen.findByRole('dialog', { name: 'When were you born?' })
const day = () => screen.getByRole('textbox', { name: 'Day' })
const save = () => screen.getByRole('button', { name: 'Save' })
type User = ReturnType<typeof open>['person']

async function enter(person: User, [date, month, year]: [string, string, string]) {
  await person.type(day(), date)
  await person.selectOptions(screen.getByRole('combobox', { name: 'Month' }), month)
  await person.type(screen.getByRole('textbox', { name: 'Year' }), year)
}

test('an adult’s date of birth is saved once, and the question is answered', async () => {
  const { person } = open()
  expect(await dialog()).toHaveTextContent('classes for children need the consent of a parent or guardian')
  expect(screen.getByRole('group', { name: 'Date of birth' })).toBeVisible()
  await enter(person, ['23', 'April', '1990'])
  await person.keyboard('{Enter}{Enter}')
  expect(await screen.findByText('Your answer is saved.')).toBeVisible()
  expect(sent).toEqual([{ birthDate: '1990-04-23' }])
  expect(currentSession()).not.toHaveProperty('person.ageQuestion')
  expect(currentSession()).not.toHaveProperty('person.needsGuardian')
})

test('someone under 18 then needs a guardian', async () => {
  const { person } = open()
  await dialog()
  await enter(person, ['23', 'April', '2010'])
  await person.click(save())
  await waitFor(() => expect(currentSession()).toMatchObject({ person: { needsGuardian: true } }))
})

test('an age range is enough for an adult', async () => {
  const { person } = open()
  await dialog()
  await person.click(screen.getByRole('button', { name: 'I’d rather give an age range' }))
  await person.click(save())
  expect(screen.getByText('Please choose an age range.')).toBeVisible()
  await waitFor(() => expect(screen.getByRole('radio', { name: 'Under 18' })).toHaveFocus())
  await person.click(screen.getByRole('radio', { name: '30 to 44' }))
  expect(screen.queryByText('Please choose an age range.')).toBeNull()
  await person.click(save())
  await waitFor(() => expect(sent).toEqual([{ ageBand: '30-44' }]))
})

test('under 18 needs the date of birth', async () => {
  const { person } = open()
  await dialog()
  await person.click(screen.getByRole('button', { name: 'I’d rather give an age range' }))
  await person.click(screen.getByRole('radio', { name: 'Under 18' }))
  expect(screen.getByRole('status')).toHaveTextContent('For this age range, we need your date of birth.')
  expect(day()).toBeVisible()
  expect(sent).toEqual([])
})

test('a wrong date is explained at its fields', async () => {
  const { person } = open()
  await dialog()
  await person.click(save())
  expect(day()).toHaveAccessibleDescription('Please enter day, month and year.')
  await waitFor(() => expect(day()).toHaveFocus())
  await enter(person, ['31', 'April', '1990'])
  await person.click(save())
  expect(day()).toHaveAccessibleDescription(/^This isn’t a valid date of birth/)
  expect(day()).toBeInvalid()
  expect(sent).toEqual([])
})

test('an error of the server is shown at the fields, others above the buttons', async () => {
  const message = 'Your age is already stored. Please write to support to correct it'
  answer = () =>
    HttpResponse.json({ code: 'invalid_fields', errors: [{ field: 'birthDate', message }] }, { status: 422 })
  const { person } = open()
  await dialog()
  await enter(person, ['23', 'April', '1990'])
  await person.click(save())
  await waitFor(() => expect(day()).toHaveAccessibleDescription(message))
  answer = () => HttpResponse.json({ code: 'internal' }, { status: 500 })
  await person.click(save())
  expect(await screen.findByRole('alert')).toHaveTextContent('Something went wrong on our side.')
  expect(day()).toHaveValue('23')
  expect(currentSession()).toMatchObject({ person: { ageQuestion: true } })
})

test.each(['button', 'key'])('the question can be postponed by %s', async (way) => {
  const { person } = open()
  const question = await dialog()
  if (way === 'key') await person.keyboard('{Escape}')
  else await person.click(screen.getAllByRole('button', { name: 'Ask me later' }).at(-1) ?? question)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent).toEqual([])
  expect(currentSession()).toMatchObject({ person: { ageQuestion: true } })
})

test('it is asked in the student area only', async () => {
  open('/confirmation')
  await waitFor(() => expect(document.body).toBeVisible())
  expect(screen.queryByRole('dialog')).toBeNull()
})

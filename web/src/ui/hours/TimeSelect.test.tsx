import { fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, onTestFinished, test } from 'vitest'
import { setDisplayChoices } from '@/lib/display'
import { renderUi } from '@/test/render'
import { TimeSelect } from './TimeSelect'

function Field({ initial = null, kind = 'start' }: { initial?: string | null; kind?: 'start' | 'end' }) {
  const [value, setValue] = useState(initial)
  return (
    <>
      <TimeSelect kind={kind} label="Start" value={value} onChange={setValue} />
      <button type="button">Next</button>
    </>
  )
}

const field = () => screen.getByRole('combobox', { name: 'Start' })

test.each([
  ['7', '7:00 am'],
  ['730p', '7:30 pm'],
  ['19:30', '7:30 pm'],
])('leaving the field after typing %s selects %s', async (typed, selected) => {
  const { person } = renderUi(<Field />)
  await person.type(field(), typed)
  await person.tab()
  expect(field()).toHaveValue(selected)
})

test.each(['{Tab}', '{Enter}'])('a time that is typed in full is selected with %s', async (key) => {
  const { person } = renderUi(<Field initial="18:00" />)
  await person.clear(field())
  await person.type(field(), `7:30 pm${key}`)
  expect(field()).toHaveValue('7:30 pm')
})

test.each([
  ['19:30', '19:30'],
  ['7', '07:00'],
  ['12', '12:00'],
])('on a 24-hour clock, typing %s selects %s', async (typed, selected) => {
  setDisplayChoices({ zone: null, is24Hours: true, weekStart: null })
  onTestFinished(() => setDisplayChoices())
  const { person } = renderUi(<Field />)
  await person.type(field(), `${typed}{Enter}`)
  expect(field()).toHaveValue(selected)
})

test('the end of the day is typed by its name', async () => {
  const { person } = renderUi(<Field kind="end" />)
  await person.type(field(), 'Midnight{Enter}')
  expect(field()).toHaveValue('Midnight')
})

test('a time selected with Enter stays selected when the field is left immediately', async () => {
  const { person } = renderUi(<Field />)
  await person.type(field(), '3 pm')
  // Without a pause, so that no timer of the list runs, as on a slow device.
  fireEvent.keyDown(field(), { code: 'Enter' })
  fireEvent.blur(field())
  expect(field()).toHaveValue('3:00 pm')
})

test.each(['', 'noon?'])('the selected time stays if %j is typed', async (typed) => {
  const { person } = renderUi(<Field initial="18:00" />)
  await person.clear(field())
  if (typed) await person.type(field(), typed)
  await person.tab()
  expect(field()).toHaveValue('6:00 pm')
})

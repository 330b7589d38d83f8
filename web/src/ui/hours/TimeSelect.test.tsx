import { fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { renderUi } from '@/test/render'
import { TimeSelect } from './TimeSelect'

function Field({ initial = null }: { initial?: string | null }) {
  const [value, setValue] = useState(initial)
  return (
    <>
      <TimeSelect kind="start" label="Start" value={value} onChange={setValue} />
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

test('a time selected with Enter stays selected when the field is left at once', async () => {
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

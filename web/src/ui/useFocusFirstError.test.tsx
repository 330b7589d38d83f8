import { act, fireEvent, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useFocusFirstError } from './useFocusFirstError'

function Form({ busy }: { busy: boolean }) {
  const focusFirstError = useFocusFirstError(busy)
  return (
    <>
      <fieldset disabled={busy}>
        {['first', 'second', 'third'].map((name) => (
          <input key={name} aria-label={name} aria-invalid={name !== 'first'} />
        ))}
      </fieldset>
      <button type="button" onClick={focusFirstError}>
        Refuse
      </button>
    </>
  )
}

/** Without moving the focus, as an answer of the server would. */
const refuse = () => fireEvent.click(screen.getByRole('button', { name: 'Refuse' }))

test('goes to the first refused field at once where nothing is under way', () => {
  render(<Form busy={false} />)
  expect(document.body).toHaveFocus()
  refuse()
  expect(screen.getByLabelText('second')).toHaveFocus()
})

test('waits until the fields can take focus again', () => {
  const { rerender } = render(<Form busy />)
  refuse()
  expect(document.body).toHaveFocus()
  rerender(<Form busy={false} />)
  expect(screen.getByLabelText('second')).toHaveFocus()
})

test('goes once for each time that it is asked', () => {
  const { rerender } = render(<Form busy={false} />)
  refuse()
  act(() => screen.getByLabelText('third').focus())
  rerender(<Form busy />)
  rerender(<Form busy={false} />)
  expect(screen.getByLabelText('third')).toHaveFocus()
  refuse()
  expect(screen.getByLabelText('second')).toHaveFocus()
})

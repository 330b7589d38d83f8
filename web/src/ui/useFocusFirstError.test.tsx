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

/** Without moving focus, like a response of the server. */
const refuse = () => fireEvent.click(screen.getByRole('button', { name: 'Refuse' }))

test('focuses the first invalid field immediately when the form is not busy', () => {
  render(<Form busy={false} />)
  expect(document.body).toHaveFocus()
  refuse()
  expect(screen.getByLabelText('second')).toHaveFocus()
})

test('waits until the fields are enabled', () => {
  const { rerender } = render(<Form busy />)
  refuse()
  expect(document.body).toHaveFocus()
  rerender(<Form busy={false} />)
  expect(screen.getByLabelText('second')).toHaveFocus()
})

test('focuses once per request', () => {
  const { rerender } = render(<Form busy={false} />)
  refuse()
  act(() => screen.getByLabelText('third').focus())
  rerender(<Form busy />)
  rerender(<Form busy={false} />)
  expect(screen.getByLabelText('third')).toHaveFocus()
  refuse()
  expect(screen.getByLabelText('second')).toHaveFocus()
})

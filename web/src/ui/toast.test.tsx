import { act, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setClock } from '@/lib/clock'
import { renderUi } from '@/test/render'
import { dismissEarlierToasts, toastError, toastSuccess } from './toast'
import { toastUndoable } from './toastUndoable'

let now = 0

beforeEach(() => {
  vi.useFakeTimers()
  now = 1_000_000
  setClock(() => now)
  renderUi(null)
})

afterEach(() => {
  vi.useRealTimers()
  setClock()
})

function pass(ms: number) {
  now += ms
  act(() => {
    vi.advanceTimersByTime(ms)
  })
}

test('an error toast closes after ten seconds', () => {
  act(() => toastError('Invalid credentials'))
  pass(9000)
  expect(screen.getByRole('alert')).toHaveTextContent('Invalid credentials')
  pass(1500)
  pass(1000)
  expect(screen.queryByRole('alert')).toBeNull()
})

test('the next success dismisses error toasts', () => {
  act(() => toastError('Invalid credentials'))
  pass(2000)
  act(() => toastSuccess('Login successful'))
  pass(1000)
  expect(screen.queryByRole('alert')).toBeNull()
  expect(screen.getByText('Login successful')).toBeInTheDocument()
})

test('a repeated success replaces the earlier toast', () => {
  act(() => toastSuccess('Saved'))
  pass(2000)
  act(() => toastSuccess('Saved'))
  pass(1000)
  expect(screen.getAllByText('Saved')).toHaveLength(1)
  pass(300)
  act(() => toastSuccess('Saved'))
  pass(500)
  expect(screen.getAllByText('Saved')).toHaveLength(1)
})

test('a success replaces the one before, so that they do not cover a phone’s page', () => {
  act(() => toastSuccess('Calendar link created'))
  pass(1500)
  act(() => toastSuccess('Profile saved'))
  pass(500)
  expect(screen.queryByText('Calendar link created')).toBeNull()
  expect(screen.getByText('Profile saved')).toBeInTheDocument()
})

test('two results of one action are both shown', () => {
  act(() => toastSuccess('Suspended'))
  pass(300)
  act(() => toastSuccess('7 credits refunded'))
  pass(500)
  expect(screen.getByText('Suspended')).toBeInTheDocument()
  expect(screen.getByText('7 credits refunded')).toBeInTheDocument()
})

test('navigation dismisses toasts, but not those that were shown with it', () => {
  act(() => toastError('Failed to load'))
  pass(3000)
  act(() => {
    toastSuccess('Saved')
    dismissEarlierToasts()
  })
  pass(500)
  expect(screen.queryByRole('alert')).toBeNull()
  expect(screen.getByText('Saved')).toBeInTheDocument()
  pass(1000)
  act(() => dismissEarlierToasts())
  pass(500)
  expect(screen.queryByText('Saved')).toBeNull()
})

function showUndoable(number: number, onUndo = () => undefined) {
  act(() =>
    toastUndoable({
      id: `undo-${number}`,
      message: 'Removed',
      subject: `Item ${number}`,
      label: 'Undo',
      fullLabel: `Undo removing item ${number}`,
      seconds: 30,
      onUndo,
    }),
  )
  pass(500)
}

const undoButtons = () => screen.queryAllByRole('button', { name: /^Undo/ }).map((button) => button.ariaLabel)

test('an undoable toast stays for its time, on other pages too', () => {
  showUndoable(1)
  pass(5000)
  act(() => dismissEarlierToasts())
  pass(24_000)
  expect(undoButtons()).toEqual(['Undo removing item 1'])
  pass(1500)
  pass(1000)
  expect(undoButtons()).toEqual([])
})

test('Undo runs once and closes the toast', () => {
  const onUndo = vi.fn()
  showUndoable(1, onUndo)
  act(() => screen.getByRole('button', { name: /^Undo/ }).click())
  pass(1000)
  expect(onUndo).toHaveBeenCalledOnce()
  expect(undoButtons()).toEqual([])
})

test('a fourth undoable toast replaces the oldest', () => {
  for (const number of [1, 2, 3, 4]) showUndoable(number)
  pass(1000)
  expect(undoButtons()).toHaveLength(3)
  expect(undoButtons()).not.toContain('Undo removing item 1')
})

import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Features } from './Features'

test('the picture of the calendar shows times as the app does', () => {
  render(<Features />)
  expect(screen.getByText('6:30 pm')).toBeVisible()
  expect(screen.getByText(/^Wednesday, 7:00 pm/)).toBeVisible()
  expect(screen.queryByText(/\b\d\d:\d\d\b/)).toBeNull()
})

import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { OpenTimes } from './OpenTimes'

test('an open time accepts the invitation', () => {
  render(<OpenTimes />)
  const link = screen.getByRole('link', { name: /\{\{clock\}\}/ })
  expect(link).toHaveAttribute('data-accept', '{{code}}')
  expect(link).toHaveAttribute('href', '/?ref={{code}}#accept-invitation/{{instant}}/{{type}}')
})

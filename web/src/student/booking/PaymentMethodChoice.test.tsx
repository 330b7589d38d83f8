import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderUi } from '@/test/render'
import { PaymentMethodChoice } from './PaymentMethodChoice'

test.each([
  [false, true],
  [true, false],
])('with disabled %s, the choice has a color: %s', async (disabled, hasColor) => {
  renderUi(
    <PaymentMethodChoice
      method="credits"
      credits={1}
      quote={undefined}
      disabled={disabled}
      onChange={() => undefined}
    />,
  )
  const choice = await screen.findByRole('radiogroup', { name: 'How would you like to pay?' })
  expect(choice.style.getPropertyValue('--sc-color') !== '').toBe(hasColor)
})

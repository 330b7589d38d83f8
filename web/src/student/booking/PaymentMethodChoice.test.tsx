import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aQuote } from '@/test/moneyBuilders'
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

test.each([
  [0, 'Free'],
  [818.38, 'Pay ₹818.38'],
])('a total of %d is shown as %s', async (total, label) => {
  renderUi(
    <PaymentMethodChoice
      method="money"
      credits={1}
      quote={aQuote({ total })}
      disabled={false}
      onChange={() => undefined}
    />,
  )
  expect(await screen.findByRole('radio', { name: label })).toBeChecked()
})

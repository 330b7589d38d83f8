import { Alert, Button, Group } from '@mantine/core'
import { checkoutCopy } from '@/copy/checkout'
import { Countdown } from '@/ui/Countdown'
import type { CheckoutControl } from './useCheckout'

const copy = checkoutCopy.banner

/** Keeps an order in sight whose dialog was put aside. */
export function PaymentBanner({ checkout }: { checkout: CheckoutControl }) {
  const { state } = checkout
  if ((state.name !== 'paying' && state.name !== 'verifying') || !state.hidden) return null
  const { purpose, heldUntil } = state.order
  const paying = state.name === 'paying'
  return (
    <Alert variant="light" color="orange" mb="md" role="group" aria-label={copy.label}>
      <Group justify="space-between" gap="sm">
        <span>
          {paying ? copy.paying[purpose] : copy.verifying}
          {paying && heldUntil && (
            <>
              {' '}
              {checkoutCopy.held.for}{' '}
              <Countdown key={heldUntil} until={heldUntil} onOver={() => void checkout.ask()} />
            </>
          )}
        </span>
        <Button variant="default" onClick={checkout.show}>
          {paying ? checkoutCopy.held.continue : copy.show}
        </Button>
      </Group>
    </Alert>
  )
}

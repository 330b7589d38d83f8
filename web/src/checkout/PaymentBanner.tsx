import { Alert, Button, Group } from '@mantine/core'
import { checkoutCopy } from '@/copy/checkout'
import { Countdown } from '@/ui/Countdown'
import type { CheckoutControl } from './useCheckout'

const copy = checkoutCopy.banner

/** Reminder of an open order whose dialog was closed. */
export function PaymentBanner({ checkout }: { checkout: CheckoutControl }) {
  const { state } = checkout
  if ((state.name !== 'paying' && state.name !== 'verifying') || !state.hidden) return null
  const { purpose, heldUntil } = state.order
  const isPaying = state.name === 'paying'
  return (
    <Alert variant="light" color="orange" mb="md" role="group" aria-label={copy.label}>
      <Group justify="space-between" gap="sm">
        <span>
          {isPaying ? copy.paying[purpose] : copy.verifying}
          {isPaying && heldUntil && (
            <>
              {' '}
              {checkoutCopy.held.for}{' '}
              <Countdown key={heldUntil} until={heldUntil} onExpire={() => void checkout.refresh()} />
            </>
          )}
        </span>
        <Button variant="default" onClick={checkout.show}>
          {isPaying ? checkoutCopy.held.continue : copy.show}
        </Button>
      </Group>
    </Alert>
  )
}

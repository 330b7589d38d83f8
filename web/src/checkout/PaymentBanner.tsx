import { Alert, Button, Group } from '@mantine/core'
import type { Order } from '@/api/types'
import { checkoutCopy } from '@/copy/checkout'
import { studentChildCopy } from '@/copy/studentChild'
import { currentChild } from '@/family/childName'
import { displayZone, formatDay, formatTime } from '@/lib/time'
import { Countdown } from '@/ui/Countdown'
import type { CheckoutControl } from './useCheckout'

const copy = checkoutCopy.banner

/** Reminder of an open order whose dialog was closed. */
export function PaymentBanner({ checkout }: { checkout: CheckoutControl }) {
  const { state } = checkout
  if ((state.name !== 'paying' && state.name !== 'verifying') || !state.hidden) return null
  const { heldUntil, purpose } = state.order
  const processing = `${checkoutCopy.held.unanswered.title}.`
  const isPaying = state.name === 'paying' && !state.unanswered
  return (
    <Alert variant="light" color="orange" mb="md" role="group" aria-label={copy.label}>
      <Group justify="space-between" gap="sm">
        <span>
          {isPaying ? unpaidText(state.order) : state.name === 'paying' ? processing : copy.verifying}
          {isPaying && heldUntil && (
            <>
              {' '}
              {copy.heldFor[purpose]}{' '}
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

function unpaidText({ purpose, dateTime }: Order): string {
  const child = currentChild()
  if (purpose === 'package') return child ? studentChildCopy.unpaidPackage(child) : copy.package
  const zone = displayZone()
  const [day, time] = [formatDay(dateTime, zone), formatTime(dateTime, zone)]
  return child ? studentChildCopy.unpaid(child, day, time) : copy.class(day, time)
}

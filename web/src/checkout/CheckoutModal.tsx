import { checkoutCopy } from '@/copy/checkout'
import { childSectionsCopy } from '@/copy/studentChildSections'
import { useChild } from '@/family/childName'
import { Dialog } from '@/ui/Dialog'
import { useIsWide } from '@/ui/useIsWide'
import classes from './Checkout.module.css'
import type { Failed, Paying, Verifying } from './checkout'
import { EndedPanel } from './EndedPanel'
import { HeldPanel } from './HeldPanel'
import { isSeatLost, SeatLostPanel } from './SeatLostPanel'
import type { CheckoutControl } from './useCheckout'
import { VerifyingPanel } from './VerifyingPanel'

interface CheckoutModalProps {
  opened: boolean
  /** The last state with an order; still shown while the dialog closes. */
  state: Paying | Verifying | Failed
  checkout: CheckoutControl
  /** The user's address, to which mails are sent. */
  email: string
  supportEmail: string | null
  testMode: boolean
  /** The student leaves an ended purchase to choose again. */
  onRetry: () => void
  /** The dialog has closed; the caller restores focus. */
  onClosed: () => void
}

/** Dialog of an existing order: waiting for payment, being verified, or ended. */
export function CheckoutModal(props: CheckoutModalProps) {
  const { state, checkout } = props
  const wide = useIsWide()
  const child = useChild()
  const { purpose } = state.order
  const busy = state.name === 'paying' && (state.window !== 'closed' || state.releasing)
  const close = state.name === 'failed' ? checkout.close : checkout.hide
  return (
    <Dialog
      opened={props.opened}
      onClose={close}
      onExitTransitionEnd={props.onClosed}
      returnFocus={false}
      title={
        child && purpose === 'class' ? childSectionsCopy.booking.title(child) : checkoutCopy[purpose].title
      }
      classNames={{ title: classes.title }}
      size={540}
      padding={wide ? 24 : 16}
      fullScreen={!wide}
      closeOnClickOutside={!busy}
      closeButtonProps={{ 'aria-label': checkoutCopy.ended.close, disabled: busy }}
    >
      {state.name === 'paying' && isSeatLost(state.order) ? (
        <SeatLostPanel state={state} onRelease={() => void checkout.release()} />
      ) : state.name === 'paying' ? (
        <HeldPanel state={state} checkout={checkout} testMode={props.testMode} />
      ) : state.name === 'verifying' ? (
        <VerifyingPanel email={props.email} onClose={close} />
      ) : (
        <EndedPanel state={state} supportEmail={props.supportEmail} onRetry={props.onRetry} />
      )}
    </Dialog>
  )
}

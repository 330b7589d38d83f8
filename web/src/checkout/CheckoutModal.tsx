import { Modal } from '@mantine/core'
import { checkoutCopy } from '@/copy/checkout'
import { useIsWide } from '@/ui/useIsWide'
import classes from './Checkout.module.css'
import type { Failed, Paying, Verifying } from './checkout'
import { EndedPanel } from './EndedPanel'
import { HeldPanel } from './HeldPanel'
import type { CheckoutControl } from './useCheckout'
import { VerifyingPanel } from './VerifyingPanel'

interface CheckoutModalProps {
  opened: boolean
  /** The last state with an order in it; it stays on view while the dialog closes. */
  state: Paying | Verifying | Failed
  checkout: CheckoutControl
  /** Where mails of ours go. */
  email: string
  supportEmail: string | null
  testMode: boolean
  /** The student leaves a purchase that has ended, to choose again. */
  onAgain: () => void
  /** The dialog has left the page; focus is the caller's to place. */
  onClosed: () => void
}

/** What becomes of an order once it is there: it waits to be paid, is being checked, or has ended. */
export function CheckoutModal(props: CheckoutModalProps) {
  const { state, checkout } = props
  const wide = useIsWide()
  const { purpose } = state.order
  const busy = state.name === 'paying' && (state.window !== 'closed' || state.releasing)
  const leave = state.name === 'failed' ? checkout.close : checkout.hide
  return (
    <Modal
      opened={props.opened}
      onClose={leave}
      onExitTransitionEnd={props.onClosed}
      returnFocus={false}
      title={checkoutCopy[purpose].title}
      classNames={{ title: classes.title }}
      size={540}
      padding={wide ? 24 : 16}
      fullScreen={!wide}
      closeOnClickOutside={!busy}
      closeButtonProps={{ 'aria-label': checkoutCopy.ended.close, disabled: busy }}
    >
      {state.name === 'paying' ? (
        <HeldPanel state={state} checkout={checkout} testMode={props.testMode} />
      ) : state.name === 'verifying' ? (
        <VerifyingPanel email={props.email} onClose={leave} />
      ) : (
        <EndedPanel state={state} supportEmail={props.supportEmail} onAgain={props.onAgain} />
      )}
    </Modal>
  )
}

import { studentCopy } from '@/copy/student'
import { childSectionsCopy } from '@/copy/studentChildSections'
import { useChild } from '@/family/childName'
import { Dialog } from '@/ui/Dialog'
import { useIsWide } from '@/ui/useIsWide'
import { BookingForm } from './BookingForm'
import classes from './BookingModal.module.css'
import type { BookingModalProps, PaymentOptions } from './bookingModalProps'

const copy = studentCopy.booking

/** 'Book Your Class': the class, the student and the cost. */
export function BookingModal(props: BookingModalProps) {
  const wide = useIsWide()
  const child = useChild()
  const busy = props.state.name === 'booking' || isOrdering(props.money)
  return (
    <Dialog
      opened={props.opened}
      onClose={props.onClose}
      onExitTransitionEnd={props.onClosed}
      returnFocus={false}
      title={child ? childSectionsCopy.booking.title(child) : copy.title}
      classNames={{ title: classes.title }}
      size={880}
      padding={wide ? 24 : 16}
      fullScreen={!wide}
      closeOnClickOutside={!busy}
      closeButtonProps={{ 'aria-label': copy.close, disabled: busy }}
    >
      <BookingForm {...props} busy={busy} />
    </Dialog>
  )
}

/** An order is being created, or its payment window is about to open. */
function isOrdering(money: PaymentOptions): boolean {
  const state = money?.checkout.state
  return state?.name === 'confirming'
    ? state.sending
    : state?.name === 'paying' && state.window === 'starting'
}

import { Suspense, useState } from 'react'
import type { AppConfig, PackageSize, StudentProfile } from '@/api/types'
import { isPlacingOrder } from '@/checkout/checkout'
import type { CheckoutControl } from '@/checkout/useCheckout'
import type { Person } from '@/session/session'
import { useBackCloses } from '@/ui/useBackCloses'
import { creditsOf } from './booking/creditsState'
import type { PurchaseDraft } from './booking/purchaseDraft'
import type { BookingControl } from './booking/useBooking'
import { LazyBookingModal, LazyCheckoutModal, LazyPackageModal } from './lazyComponents'

interface StudentDialogsProps {
  person: Person
  profile: { data: StudentProfile | undefined; isError: boolean }
  config: AppConfig | undefined
  zone: string
  booking: BookingControl
  checkout: CheckoutControl
  /** What the student had entered before the sign-in ended. */
  draft: PurchaseDraft | null
  onCloseBooking: () => void
  /** A purchase has failed, and the student wants to try again. */
  onRetry: (purpose: 'class' | 'package') => void
  /** A dialog has closed, and no other one follows. */
  onClosed: () => void
}

/** The dialogs for buying classes and packages; one is open at a time. */
export function StudentDialogs(props: StudentDialogsProps) {
  const { person, profile, config, zone, booking, checkout } = props
  const { state } = checkout
  const payments = config?.payments ?? null
  const selectedPackage = packageOf(checkout)
  const shownPackage = useLastValue(selectedPackage)
  const order =
    isPlacingOrder(state) ||
    (state.name !== 'paying' && state.name !== 'verifying' && state.name !== 'failed')
      ? null
      : state
  const shownOrder = useLastValue(order)
  const isHidden = state.name === 'paying' || state.name === 'verifying' ? state.hidden : false
  const isWindowOpen = state.name === 'paying' && state.window === 'open'
  useBackCloses(isWindowOpen, checkout.closeWindow)
  const isBookingOpen = booking.state.name !== 'choosing' && booking.state.name !== 'done'
  const testMode = payments?.testMode ?? false
  const onClosed = () => {
    if (!isBookingOpen && !selectedPackage && (!order || isHidden)) props.onClosed()
  }
  return (
    <Suspense fallback={null}>
      {booking.dialogState && (
        <LazyBookingModal
          opened={isBookingOpen}
          state={booking.dialogState}
          student={person}
          storedPhone={profile.data?.phone ?? null}
          credits={creditsOf(profile)}
          money={payments && { checkout, testMode }}
          draft={props.draft}
          zone={zone}
          teacherZone={profile.data?.teacher.timeZone ?? null}
          teacherName={teacherNameOf(booking.dialogState.attempt.slot.teacherId, profile.data)}
          onPhone={booking.setPhone}
          onConfirm={(byKeyboard) => void booking.confirm(byKeyboard)}
          onClose={props.onCloseBooking}
          onClosed={onClosed}
        />
      )}
      {shownPackage && (
        <LazyPackageModal
          opened={selectedPackage !== null}
          size={shownPackage}
          student={person}
          phone={profile.data?.phone ?? ''}
          draft={props.draft}
          checkout={checkout}
          testMode={testMode}
          onClosed={onClosed}
        />
      )}
      {shownOrder && (
        <LazyCheckoutModal
          opened={order !== null && !isHidden && !isWindowOpen}
          state={shownOrder}
          checkout={checkout}
          email={person.email}
          supportEmail={config?.supportEmail ?? null}
          testMode={testMode}
          onRetry={() => props.onRetry(shownOrder.order.purpose)}
          onClosed={onClosed}
        />
      )}
    </Suspense>
  )
}

/** The selected package until its order is placed. */
function packageOf({ state }: CheckoutControl): PackageSize | null {
  if (state.name === 'confirming') return state.purchase.kind === 'package' ? state.purchase.size : null
  if (state.name !== 'paying' || !isPlacingOrder(state) || state.order.purpose !== 'package') return null
  return state.order.packageSize === 8 ? 8 : 4
}

/** The value, or the last one that was not null: a dialog shows it while it closes. */
function useLastValue<T>(value: T | null): T | null {
  const [lastValue, setLastValue] = useState(value)
  if (value !== null && value !== lastValue) setLastValue(value)
  return value ?? lastValue
}

/** The name of the student's teacher, unless the slot of an invitation link is another teacher's. */
function teacherNameOf(teacherId: string, profile: StudentProfile | undefined): string | null {
  return profile?.teacher._id === teacherId ? profile.teacher.name : null
}

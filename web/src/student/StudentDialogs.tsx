import { Suspense, useState } from 'react'
import type { AppConfig, PackageSize, StudentProfile } from '@/api/types'
import { isEarly } from '@/checkout/checkout'
import type { CheckoutControl } from '@/checkout/useCheckout'
import type { Person } from '@/session/session'
import { creditsOf } from './booking/creditsState'
import type { BookingControl } from './booking/useBooking'
import { BookingModal, CheckoutModal, PackageModal } from './later'

interface StudentDialogsProps {
  person: Person
  profile: { data: StudentProfile | undefined; isError: boolean }
  config: AppConfig | undefined
  zone: string
  booking: BookingControl
  checkout: CheckoutControl
  onCloseBooking: () => void
  /** A purchase has ended without success, and the student wants another try. */
  onAgain: (purpose: 'class' | 'package') => void
  /** A dialog has left the page, and no other follows. */
  onClosed: () => void
}

/** The dialogs in which classes and packages are bought; one at a time. */
export function StudentDialogs(props: StudentDialogsProps) {
  const { person, profile, config, zone, booking, checkout } = props
  const { state } = checkout
  const payments = config?.payments ?? null
  const buying = packageOf(checkout)
  const shownPackage = useLast(buying)
  const order =
    isEarly(state) || (state.name !== 'paying' && state.name !== 'verifying' && state.name !== 'failed')
      ? null
      : state
  const shownOrder = useLast(order)
  const away = state.name === 'paying' || state.name === 'verifying' ? state.hidden : false
  const providerOpen = state.name === 'paying' && state.window === 'open'
  const choosingClass = booking.state.name !== 'choosing' && booking.state.name !== 'done'
  const testMode = payments?.testMode ?? false
  const onClosed = () => {
    if (!choosingClass && !buying && (!order || away)) props.onClosed()
  }
  return (
    <Suspense fallback={null}>
      {booking.shown && (
        <BookingModal
          opened={choosingClass}
          state={booking.shown}
          student={person}
          credits={creditsOf(profile)}
          money={payments && { checkout, testMode }}
          zone={zone}
          teacherZone={profile.data?.teacher.timeZone ?? null}
          onPhone={booking.setPhone}
          onConfirm={(byKeyboard) => void booking.confirm(byKeyboard)}
          onClose={props.onCloseBooking}
          onClosed={onClosed}
        />
      )}
      {shownPackage && (
        <PackageModal
          opened={buying !== null}
          size={shownPackage}
          student={person}
          phone={profile.data?.phone ?? ''}
          checkout={checkout}
          testMode={testMode}
          onClosed={onClosed}
        />
      )}
      {shownOrder && (
        <CheckoutModal
          opened={order !== null && !away && !providerOpen}
          state={shownOrder}
          checkout={checkout}
          email={person.email}
          supportEmail={config?.supportEmail ?? null}
          testMode={testMode}
          onAgain={() => props.onAgain(shownOrder.order.purpose)}
          onClosed={onClosed}
        />
      )}
    </Suspense>
  )
}

/** The package on the table, until its order is under way. */
function packageOf({ state }: CheckoutControl): PackageSize | null {
  if (state.name === 'confirming') return state.purchase.kind === 'package' ? state.purchase.size : null
  if (state.name !== 'paying' || !isEarly(state) || state.order.purpose !== 'package') return null
  return state.order.packageSize === 8 ? 8 : 4
}

/** The value, or the last one that there was: a dialog shows it while it closes. */
function useLast<T>(value: T | null): T | null {
  const [last, setLast] = useState(value)
  if (value !== null && value !== last) setLast(value)
  return value ?? last
}

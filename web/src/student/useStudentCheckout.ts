import { useQueryClient } from '@tanstack/react-query'
import { findActiveClass } from '@/api/bookings'
import { invalidateAfterBooking } from '@/api/keys'
import { quoteQuery } from '@/api/payments'
import type { AppConfig, Booking, Order, StudentProfile } from '@/api/types'
import { type CheckoutControl, useCheckout } from '@/checkout/useCheckout'
import { quoteRequestOf } from '@/checkout/usePrice'
import { checkoutCopy } from '@/copy/checkout'
import { studentChildCopy } from '@/copy/studentChild'
import { currentChild } from '@/family/childName'
import { displayZone, formatDay, formatTime } from '@/lib/time'
import type { Person } from '@/session/session'
import { useAccount } from '@/session/useSession'
import { toastError, toastSuccess } from '@/ui/toast'
import type { BookingFollowUp } from './booking/useBookingFollowUp'
import type { FreeSlotsQuery } from './useFreeSlots'

const copy = checkoutCopy.done

interface StudentCheckoutOptions {
  person: Person
  profile: StudentProfile | undefined
  config: AppConfig | undefined
  freeSlots: FreeSlotsQuery
  followUp: BookingFollowUp
  referralCode: string | undefined
  /** Whether the confirmation card is visible. */
  isCardVisible: boolean
  onPlaced: () => void
  /** A package was bought. */
  onPackage: () => void
}

/** Checkout of the signed-in student, with the effects of a success or a rejection. */
export function useStudentCheckout(options: StudentCheckoutOptions): CheckoutControl {
  const { person, profile, config, freeSlots } = options
  const client = useQueryClient()
  const account = useAccount()

  const handleDone = (order: Order, booking: Booking | null, byKeyboard: boolean) => {
    if (booking) options.followUp.handleBooked(booking, profile?.teacher.email ?? '', byKeyboard)
    else void invalidateAfterBooking(client)
    if (booking && options.isCardVisible) return
    if (order.purpose === 'package') options.onPackage()
    toastSuccess(order.purpose === 'package' ? copy.bulk : bookedToastText(booking))
    checkout.close()
  }

  const checkout = useCheckout({
    buyer: {
      id: person.id,
      // Who pays, also for a child.
      name: account.name,
      email: person.email,
      phone: profile?.phone ?? '',
      referralCode: options.referralCode,
    },
    payments: config?.payments ?? null,
    productName: config?.productName ?? '',
    findBooking: findActiveClass,
    onDone: handleDone,
    onPlaced: options.onPlaced,
    onChanged: () => void invalidateAfterBooking(client),
    onPriceChanged: ({ coupon }, purchase, quote) =>
      // The policy depends on the class and not on its price; the error response does not repeat
      // it.
      client.setQueryData(quoteQuery(quoteRequestOf(purchase, coupon)).queryKey, (old) => ({
        ...quote,
        policy: quote.policy ?? old?.policy ?? null,
      })),
    onSlots: freeSlots.replace,
    notify: (message, kind) => (kind === 'error' ? toastError(message) : toastSuccess(message)),
  })
  return checkout
}

function bookedToastText(booking: Booking | null): string {
  const child = currentChild()
  if (!booking) return child ? studentChildCopy.bookedPlain(child) : copy.bookedPlain
  const zone = displayZone()
  const [day, time] = [formatDay(booking.dateTime, zone), formatTime(booking.dateTime, zone)]
  return child ? studentChildCopy.booked(child, day, time) : copy.booked(day, time)
}

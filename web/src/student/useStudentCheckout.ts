import { useQueryClient } from '@tanstack/react-query'
import { findActiveClass } from '@/api/bookings'
import { invalidateAfterBooking } from '@/api/keys'
import { quoteQuery } from '@/api/payments'
import type { AppConfig, Booking, Order, StudentProfile } from '@/api/types'
import { type CheckoutControl, useCheckout } from '@/checkout/useCheckout'
import { priceOf } from '@/checkout/usePrice'
import { checkoutCopy } from '@/copy/checkout'
import { browserZone, formatDay, formatTime } from '@/lib/time'
import type { Person } from '@/session/session'
import { toastError, toastSuccess } from '@/ui/toast'
import type { AfterBooking } from './booking/useAfterBooking'
import type { FreeSlotsQuery } from './useFreeSlots'

const copy = checkoutCopy.done

interface Around {
  person: Person
  profile: StudentProfile | undefined
  config: AppConfig | undefined
  free: FreeSlotsQuery
  after: AfterBooking
  referralCode: string | undefined
  /** The confirmation card has its place on view. */
  cardPlace: boolean
  onPlaced: () => void
}

/** Paying for the signed-in student, with everything that follows a success or a refusal. */
export function useStudentCheckout(around: Around): CheckoutControl {
  const { person, profile, config, free } = around
  const client = useQueryClient()

  const done = (order: Order, booking: Booking | null, byKeyboard: boolean) => {
    if (booking) around.after.follow(booking, profile?.teacher.email ?? '', byKeyboard)
    else void invalidateAfterBooking(client)
    if (booking && around.cardPlace) return
    toastSuccess(order.purpose === 'package' ? copy.bulk : bookedWords(booking))
    checkout.close()
  }

  const checkout = useCheckout({
    buyer: {
      id: person.id,
      name: person.name,
      email: person.email,
      phone: profile?.phone ?? '',
      referralCode: around.referralCode,
    },
    payments: config?.payments ?? null,
    productName: config?.productName ?? '',
    findBooking: findActiveClass,
    onDone: done,
    onPlaced: around.onPlaced,
    onChanged: () => void invalidateAfterBooking(client),
    onPriced: ({ coupon }, purchase, quote) =>
      // The promise hangs on the class, not on its price: a refusal does not repeat it.
      client.setQueryData(quoteQuery(priceOf(purchase, coupon)).queryKey, (old) => ({
        ...quote,
        policy: quote.policy ?? old?.policy ?? null,
      })),
    onSlots: free.replace,
    tell: (message, kind) => (kind === 'error' ? toastError(message) : toastSuccess(message)),
  })
  return checkout
}

function bookedWords(booking: Booking | null): string {
  if (!booking) return copy.bookedPlain
  const zone = browserZone()
  return copy.booked(formatDay(booking.dateTime, zone), formatTime(booking.dateTime, zone))
}

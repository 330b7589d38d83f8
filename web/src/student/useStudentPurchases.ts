import { useRef, useState } from 'react'
import type { AppConfig, Booking, PackageSize, Slot, StudentProfile } from '@/api/types'
import type { CheckoutControl } from '@/checkout/useCheckout'
import { clock } from '@/lib/clock'
import { epochMs } from '@/lib/time'
import type { Person } from '@/session/session'
import { type PurchaseDraft, useRestoredPurchase } from './booking/purchaseDraft'
import type { BookingControl } from './booking/useBooking'
import { type BookingFollowUp, useBookingFollowUp } from './booking/useBookingFollowUp'
import { useStudentBooking } from './booking/useStudentBooking'
import { AVAILABLE_TITLE_ID } from './dashboard/AvailableClasses'
import { type FreeSlotsQuery, useFreeSlots } from './useFreeSlots'
import { useStudentCheckout } from './useStudentCheckout'

interface StudentPurchasesOptions {
  person: Person
  profile: StudentProfile | undefined
  config: AppConfig | undefined
  zone: string
  /** The invite code in the URL, if any. */
  referralCode: string | undefined
  /** Whether the confirmation card is visible. */
  isCardVisible: boolean
}

export interface StudentPurchases {
  freeSlots: FreeSlotsQuery
  followUp: BookingFollowUp
  booking: BookingControl
  checkout: CheckoutControl
  /** The class that was just booked, with credits or money. */
  booked: Booking | null
  /** Opens the booking dialog of a slot, or resumes the order that holds it. */
  pick: (slot: Slot) => void
  /** A package was bought since the section was opened. */
  purchased: boolean
  /** What the student had entered before the sign-in ended, for the dialog that was reopened. */
  draft: PurchaseDraft | null
  buy: (size: PackageSize) => void
  resume: (orderId: string) => void
  close: () => void
  /** Returns focus to the element that opened the last dialog. */
  returnFocus: () => void
}

/** Booking with credits and paying with money, and the dialogs in which they happen. */
export function useStudentPurchases(options: StudentPurchasesOptions): StudentPurchases {
  const { person, profile, config, zone, referralCode } = options
  const freeSlots = useFreeSlots(profile?.teacher, zone, referralCode)
  const followUp = useBookingFollowUp(freeSlots)
  const booking = useStudentBooking(person, profile, freeSlots, followUp)
  const checkout = useStudentCheckout({
    person,
    profile,
    config,
    freeSlots,
    followUp,
    referralCode,
    isCardVisible: options.isCardVisible,
    onPlaced: booking.close,
    onPackage: () => setPurchased(true),
  })
  const [purchased, setPurchased] = useState(false)
  const [draft, setDraft] = useState<PurchaseDraft | null>(null)
  const opener = useRef<Element>(null)
  const rememberOpener = () => {
    opener.current = document.activeElement
  }
  const choose = (slot: Slot, phone: string) => {
    booking.choose(slot, phone)
    if (config?.payments && slot.classTypeKey) checkout.choose({ kind: 'class', slot })
  }
  const restore = (stored: PurchaseDraft) => {
    if (checkout.state.name !== 'choosing') return
    setDraft(stored)
    const { item } = stored
    if (item.kind === 'package') {
      checkout.choose(item)
      return checkout.show()
    }
    const slot = freeSlots.slots?.find(({ _id }) => _id === item.slotId)
    if (slot) choose(slot, stored.phone)
  }
  useRestoredPurchase(Boolean(profile && config && freeSlots.slots), restore)
  return {
    freeSlots,
    followUp,
    booking,
    checkout,
    booked: bookingOf(booking.state) ?? bookingOf(checkout.state),
    pick: (slot) => {
      rememberOpener()
      if (slot.orderId && epochMs(slot.heldUntil) > clock.now()) return void checkout.resume(slot.orderId)
      setDraft(null)
      choose(slot, profile?.phone ?? '')
    },
    buy: (size) => {
      rememberOpener()
      setDraft(null)
      checkout.choose({ kind: 'package', size })
      checkout.show()
    },
    resume: (orderId) => {
      rememberOpener()
      void checkout.resume(orderId)
    },
    purchased,
    draft,
    close: () => {
      setPurchased(false)
      booking.close()
      checkout.close()
    },
    returnFocus: () => returnFocus(opener.current),
  }
}

function bookingOf<T>(state: { name: string; booking?: T | null }): T | null {
  return state.name === 'done' ? (state.booking ?? null) : null
}

/**
 * Returns focus to the slot that opened the dialog, or to its list. The dialog closes with a delay:
 * if the user has focused something else by then, it stays there.
 */
function returnFocus(opener: Element | null) {
  const { activeElement, body } = document
  if (activeElement && activeElement !== body && !activeElement.closest('[role="dialog"]')) return
  const target = opener?.isConnected ? opener : document.getElementById(AVAILABLE_TITLE_ID)
  if (target instanceof HTMLElement) target.focus({ preventScroll: true })
}

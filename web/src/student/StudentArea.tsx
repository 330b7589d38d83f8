import { VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Suspense, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { configQuery } from '@/api/config'
import { studentProfileQuery } from '@/api/people'
import type { PackageSize, Slot } from '@/api/types'
import { PaymentBanner } from '@/checkout/PaymentBanner'
import { checkoutCopy } from '@/copy/checkout'
import { browserZone, clock, epochMs } from '@/lib/time'
import { usePerson } from '@/session/useSession'
import { LoadingScreen } from '@/ui/LoadingScreen'
import { markNavigated } from '@/ui/navigation'
import { useLaterParts } from '@/ui/useLaterParts'
import { useAfterBooking } from './booking/useAfterBooking'
import { useStudentBooking } from './booking/useStudentBooking'
import { bookedWords } from './classFacts'
import { AFTER_BOOKING_SECONDS } from './confirmation/timings'
import { AVAILABLE_TITLE_ID } from './dashboard/AvailableClasses'
import { Dashboard } from './dashboard/Dashboard'
import { ConfirmationCard, parts, ReceiptPage, SectionView } from './later'
import { StudentDialogs } from './StudentDialogs'
import { StudentShell } from './StudentShell'
import type { Section } from './sections'
import { useFreeSlots } from './useFreeSlots'
import { useSection, type View } from './useSection'
import { useStudentCheckout } from './useStudentCheckout'

/** Everything a student does: the sections behind the hash, booking a class and paying (SPEC §2, /booking). */
export function StudentArea() {
  useLaterParts(parts)
  const person = usePerson()
  const zone = browserZone()
  const { view, open, coverWithTerms } = useSection()
  const { ref } = useSearch({ strict: false })
  const navigate = useNavigate()
  const config = useQuery(configQuery()).data
  const profile = useQuery(studentProfileQuery(person.email))
  const teacher = profile.data?.teacher
  const free = useFreeSlots(teacher?._id, zone, ref)
  const after = useAfterBooking(free)
  const booking = useStudentBooking(person, profile.data, free, after)
  const checkout = useStudentCheckout({
    person,
    profile: profile.data,
    config,
    free,
    after,
    referralCode: ref,
    cardPlace: view === 'dashboard',
    onPlaced: booking.close,
  })
  const booked = view === 'dashboard' ? (bookingOf(booking.state) ?? bookingOf(checkout.state)) : null
  const opener = useRef<Element>(null)
  const closeBooking = () => {
    booking.close()
    checkout.close()
  }
  useArrival(`${view} ${booked?._id ?? ''}`, () => {
    if (view !== 'dashboard') closeBooking()
  })

  const pick = (slot: Slot) => {
    opener.current = document.activeElement
    if (slot.orderId && epochMs(slot.heldUntil) > clock.now()) return void checkout.resume(slot.orderId)
    booking.choose(slot, profile.data?.phone ?? '')
    if (config?.payments && slot.classTypeKey) checkout.choose({ kind: 'class', slot })
  }
  const buy = (size: PackageSize) => {
    opener.current = document.activeElement
    checkout.choose({ kind: 'package', size })
    checkout.show()
  }
  const resume = (orderId: string) => {
    opener.current = document.activeElement
    void checkout.resume(orderId)
  }
  const show = (section: Section) => {
    closeBooking()
    open(section)
  }
  const leaveTo = (next: View) => {
    closeBooking()
    coverWithTerms(next === 'terms')
  }
  const payingNow = checkout.state.name === 'paying' && checkout.state.window === 'open'
  return (
    <StudentShell view={view} productName={config?.productName ?? ''} onChoose={leaveTo}>
      <VisuallyHidden role="status">
        {booked ? bookedWords(booked, zone) : payingNow && checkoutCopy.held.windowOpen}
      </VisuallyHidden>
      <PaymentBanner checkout={checkout} />
      <Suspense fallback={null}>
        {booked ? (
          <ConfirmationCard
            booking={booked}
            seconds={AFTER_BOOKING_SECONDS}
            mailedTo={after.mailedTo}
            startsPaused={after.byKeyboard}
            onLeave={() => show('dashboard')}
            onShowClasses={() => show('activeclasses')}
          />
        ) : view === 'dashboard' ? (
          <Dashboard
            name={person.name}
            config={config}
            profile={profile}
            free={free}
            zone={zone}
            onPick={pick}
            onShowAll={() => void navigate({ to: '.', search: {}, hash: view })}
          />
        ) : (
          <SectionView
            view={view}
            person={person}
            teacher={teacher}
            payable={Boolean(config?.payments)}
            onBook={() => show('dashboard')}
            onBuy={buy}
            onResume={resume}
          />
        )}
      </Suspense>
      <StudentDialogs
        person={person}
        profile={profile}
        config={config}
        zone={zone}
        booking={booking}
        checkout={checkout}
        onCloseBooking={closeBooking}
        onAgain={(purpose) => show(purpose === 'class' ? 'dashboard' : 'account')}
        onClosed={() => returnFocus(opener.current)}
      />
    </StudentShell>
  )
}

/** A receipt. It comes by way of this file because each file that the router names weighs on every page. */
export function ReceiptArea() {
  return (
    <Suspense fallback={<LoadingScreen />}>
      <ReceiptPage />
    </Suspense>
  )
}

function bookingOf<T>(state: { name: string; booking?: T | null }): T | null {
  return state.name === 'done' ? (state.booking ?? null) : null
}

/** On each change of place after the first: headings take the focus from now on, and the page begins at its top. */
function useArrival(place: string, arrive: () => void): void {
  const shown = useRef(place)
  const onArrival = useEffectEvent(arrive)
  useLayoutEffect(() => {
    if (shown.current === place) return
    shown.current = place
    markNavigated()
    window.scrollTo({ top: 0 })
    onArrival()
  }, [place])
}

/**
 * Back to the slot that opened the dialog, or to the list it stood in when it is gone. A dialog takes its time to go: whoever
 * has gone on meanwhile stays there.
 */
function returnFocus(opener: Element | null) {
  const { activeElement, body } = document
  if (activeElement && activeElement !== body && !activeElement.closest('[role="dialog"]')) return
  const place = opener?.isConnected ? opener : document.getElementById(AVAILABLE_TITLE_ID)
  if (place instanceof HTMLElement) place.focus({ preventScroll: true })
}

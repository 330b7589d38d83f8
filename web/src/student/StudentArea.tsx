import { VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Suspense, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { configQuery } from '@/api/config'
import { studentProfileQuery } from '@/api/people'
import type { Slot } from '@/api/types'
import { browserZone } from '@/lib/time'
import { usePerson } from '@/session/useSession'
import { markNavigated } from '@/ui/navigation'
import { creditsOf } from './booking/creditsState'
import { useStudentBooking } from './booking/useStudentBooking'
import { bookedWords } from './classFacts'
import { AFTER_BOOKING_SECONDS } from './confirmation/timings'
import { AVAILABLE_TITLE_ID } from './dashboard/AvailableClasses'
import { Dashboard } from './dashboard/Dashboard'
import { BookingModal, ConfirmationCard, SectionView, useLaterParts } from './later'
import { StudentShell } from './StudentShell'
import type { Section } from './sections'
import { useFreeSlots } from './useFreeSlots'
import { useSection, type View } from './useSection'

/** Everything a student does: the sections behind the hash, and booking a class (SPEC §2, /booking). */
export function StudentArea() {
  useLaterParts()
  const person = usePerson()
  const zone = browserZone()
  const { view, open, coverWithTerms } = useSection()
  const { ref } = useSearch({ strict: false })
  const navigate = useNavigate()
  const config = useQuery(configQuery()).data
  const profile = useQuery(studentProfileQuery(person.email))
  const teacher = profile.data?.teacher
  const free = useFreeSlots(teacher?._id, zone, ref)
  const booking = useStudentBooking(person, profile.data, free)
  const booked = booking.state.name === 'done' && view === 'dashboard' ? booking.state.booking : null
  const opener = useRef<Element>(null)
  useArrival(`${view} ${booked?._id ?? ''}`, () => {
    if (view !== 'dashboard') booking.close()
  })

  const pick = (slot: Slot) => {
    opener.current = document.activeElement
    booking.choose(slot, profile.data?.phone ?? '')
  }
  const show = (section: Section) => {
    booking.close()
    open(section)
  }
  const leaveTo = (next: View) => {
    booking.close()
    coverWithTerms(next === 'terms')
  }
  return (
    <StudentShell view={view} productName={config?.productName ?? ''} onChoose={leaveTo}>
      <VisuallyHidden role="status">{booked && bookedWords(booked, zone)}</VisuallyHidden>
      <Suspense fallback={null}>
        {booked ? (
          <ConfirmationCard
            booking={booked}
            seconds={AFTER_BOOKING_SECONDS}
            mailedTo={booking.mailedTo}
            startsPaused={booking.byKeyboard}
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
          <SectionView view={view} person={person} teacher={teacher} onBook={() => show('dashboard')} />
        )}
      </Suspense>
      {booking.shown && (
        <Suspense fallback={null}>
          <BookingModal
            opened={booking.state.name !== 'choosing' && booking.state.name !== 'done'}
            state={booking.shown}
            student={person}
            credits={creditsOf(profile)}
            zone={zone}
            teacherZone={teacher?.timeZone ?? null}
            onPhone={booking.setPhone}
            onConfirm={(byKeyboard) => void booking.confirm(byKeyboard)}
            onClose={booking.close}
            onClosed={() => booking.state.name === 'choosing' && returnFocus(opener.current)}
          />
        </Suspense>
      )}
    </StudentShell>
  )
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

/** Back to the slot that opened the dialog, or to the list it stood in when it is gone. */
function returnFocus(opener: Element | null) {
  const place = opener?.isConnected ? opener : document.getElementById(AVAILABLE_TITLE_ID)
  if (place instanceof HTMLElement) place.focus({ preventScroll: true })
}

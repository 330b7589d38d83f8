import { VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useRef } from 'react'
import { configQuery } from '@/api/config'
import { studentProfileQuery } from '@/api/people'
import { browserZone } from '@/lib/time'
import { usePerson } from '@/session/useSession'
import { BookingModal } from './booking/BookingModal'
import { creditsOf } from './booking/creditsState'
import { useStudentBooking } from './booking/useStudentBooking'
import { bookedWords } from './classFacts'
import { ConfirmationCard } from './confirmation/ConfirmationCard'
import { AFTER_BOOKING_SECONDS } from './confirmation/timings'
import { AVAILABLE_TITLE_ID } from './dashboard/AvailableClasses'
import { Dashboard } from './dashboard/Dashboard'
import { SectionView } from './SectionView'
import { StudentShell } from './StudentShell'
import type { Section } from './sections'
import { useFreeSlots } from './useFreeSlots'
import { useHeadingFocus } from './useHeadingFocus'
import { useSection, type View } from './useSection'

/** Everything a student does: the sections behind the hash, and booking a class (SPEC §2, /booking). */
export function StudentArea() {
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
  const content = useRef<HTMLDivElement>(null)
  useHeadingFocus(content, `${view} ${booked?._id ?? ''}`)

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
      <div ref={content}>
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
            onPick={(slot) => booking.choose(slot, profile.data?.phone ?? '')}
            onShowAll={() => void navigate({ to: '.', search: {}, hash: view })}
          />
        ) : (
          <SectionView view={view} person={person} teacher={teacher} onBook={() => show('dashboard')} />
        )}
      </div>
      {booking.shown && (
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
          onClosed={keepFocus}
        />
      )}
    </StudentShell>
  )
}

/** The slot that opened the dialog may be gone when it closes; focus then goes to the list it stood in. */
function keepFocus() {
  if (document.activeElement === document.body) document.getElementById(AVAILABLE_TITLE_ID)?.focus()
}

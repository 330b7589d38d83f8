import { VisuallyHidden } from '@mantine/core'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Suspense, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { configQuery } from '@/api/config'
import { studentProfileQuery } from '@/api/people'
import type { AppConfig, Booking, StudentProfile } from '@/api/types'
import type { CheckoutState } from '@/checkout/checkout'
import { PaymentBanner } from '@/checkout/PaymentBanner'
import { checkoutCopy } from '@/copy/checkout'
import { displayZone } from '@/lib/time'
import type { Person } from '@/session/session'
import { usePerson } from '@/session/useSession'
import { LoadingScreen } from '@/ui/LoadingScreen'
import { markNavigated } from '@/ui/navigation'
import { usePreloadOnFirstUse } from '@/ui/usePreloadOnFirstUse'
import { bookedAnnouncement } from './classText'
import { AFTER_BOOKING_SECONDS } from './confirmation/timings'
import { Dashboard } from './dashboard/Dashboard'
import { LazyConfirmationCard, LazyGuardianNotice, LazyReceiptPage, lazyModules } from './lazyComponents'
import { StudentDialogs } from './StudentDialogs'
import { StudentSectionView } from './StudentSectionView'
import { StudentShell } from './StudentShell'
import { sameTimeNextWeek } from './sameTimeNextWeek'
import type { StudentSection } from './sections'
import { type StudentPurchases, useStudentPurchases } from './useStudentPurchases'
import { type StudentView, useStudentSection } from './useStudentSection'

/** The student area: sections by URL hash, booking and paying (SPEC §2, /booking). */
export function StudentArea() {
  usePreloadOnFirstUse(lazyModules)
  const person = usePerson()
  const zone = displayZone()
  const { view, open, select } = useStudentSection()
  const { ref } = useSearch({ strict: false })
  const config = useQuery(configQuery()).data
  const profile = useQuery(studentProfileQuery(person.email))
  const isDashboard = view === 'dashboard'
  const purchases = useStudentPurchases({
    person,
    profile: profile.data,
    config,
    zone,
    referralCode: ref,
    isCardVisible: isDashboard,
  })
  const { booking, checkout } = purchases
  const booked = isDashboard ? purchases.booked : null
  useViewChange(`${view} ${booked?._id ?? ''}`, () => {
    if (!isDashboard) purchases.close()
  })

  const showSection = (section: StudentSection) => {
    purchases.close()
    open(section)
  }
  const changeView = (next: StudentView) => {
    purchases.close()
    select(next)
  }
  const isWindowOpen = checkout.state.name === 'paying' && checkout.state.window === 'open'
  const shared = { person, profile, config, zone }
  return (
    <StudentShell
      view={view}
      productName={config?.productName ?? ''}
      credits={profile.data?.classCredits}
      onSelect={changeView}
    >
      <VisuallyHidden role="status">
        {booked ? bookedAnnouncement(booked, zone) : isWindowOpen && checkoutCopy.held.windowOpen}
      </VisuallyHidden>
      <PaymentBanner checkout={checkout} />
      <Suspense>{person.needsGuardian && <LazyGuardianNotice />}</Suspense>
      <Suspense fallback={null}>
        <StudentContent
          {...shared}
          view={view}
          booked={booked}
          purchases={purchases}
          onShowSection={showSection}
        />
      </Suspense>
      <StudentDialogs
        {...shared}
        booking={booking}
        checkout={checkout}
        draft={purchases.draft}
        onCloseBooking={purchases.close}
        onRetry={(purpose) => showSection(purpose === 'class' ? 'dashboard' : 'account')}
        onClosed={purchases.returnFocus}
      />
    </StudentShell>
  )
}

interface StudentContentProps {
  view: StudentView
  person: Person
  profile: UseQueryResult<StudentProfile>
  config: AppConfig | undefined
  zone: string
  booked: Booking | null
  purchases: StudentPurchases
  onShowSection: (section: StudentSection) => void
}

/** The confirmation of a booking, the dashboard, or another section. */
function StudentContent(props: StudentContentProps) {
  const { view, person, profile, config, zone, booked, purchases, onShowSection } = props
  const navigate = useNavigate()
  if (booked) {
    return (
      <LazyConfirmationCard
        booking={booked}
        seconds={AFTER_BOOKING_SECONDS}
        mailedTo={purchases.followUp.mailedTo}
        startsPaused={purchases.followUp.byKeyboard}
        nextWeek={sameTimeNextWeek(booked, purchases.freeSlots.slots)}
        onPick={(slot) => {
          onShowSection('dashboard')
          purchases.pick(slot)
        }}
        onLeave={() => onShowSection('dashboard')}
        onShowClasses={() => onShowSection('activeclasses')}
      />
    )
  }
  if (view === 'dashboard') {
    return (
      <Dashboard
        person={person}
        config={config}
        profile={profile}
        freeSlots={purchases.freeSlots}
        zone={zone}
        onPick={purchases.pick}
        onShowAll={() => void navigate({ to: '.', search: {}, hash: view })}
      />
    )
  }
  return (
    <StudentSectionView
      view={view}
      person={person}
      teacher={profile.data?.teacher}
      paymentsEnabled={Boolean(config?.payments)}
      purchased={purchases.purchased}
      onBook={() => onShowSection('dashboard')}
      onBuy={purchases.buy}
      onResume={purchases.resume}
      unansweredId={unansweredIdOf(purchases.checkout.state)}
    />
  )
}

/** A receipt. Exported here because each file that the router imports adds to every page. */
export function ReceiptArea() {
  return (
    <Suspense fallback={<LoadingScreen />}>
      <LazyReceiptPage />
    </Suspense>
  )
}

/**
 * Runs `onChange` when the view changes after the first render; headings then take focus, and the
 * page scrolls to the top.
 */
function useViewChange(viewKey: string, onChange: () => void): void {
  const previousKey = useRef(viewKey)
  const handleChange = useEffectEvent(onChange)
  useLayoutEffect(() => {
    if (previousKey.current === viewKey) return
    previousKey.current = viewKey
    markNavigated()
    window.scrollTo({ top: 0 })
    handleChange()
  }, [viewKey])
}

function unansweredIdOf(state: CheckoutState): string | null {
  return state.name === 'paying' && state.unanswered ? state.order._id : null
}

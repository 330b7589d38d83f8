import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { type ComponentType, useDeferredValue, useMemo, useState } from 'react'
import { activeClassesQuery, creditHistoryQuery } from '@/api/bookings'
import type { AppConfig, Slot, StudentProfile } from '@/api/types'
import { studentCopy } from '@/copy/student'
import { studentChildCopy } from '@/copy/studentChild'
import { useChild } from '@/family/childName'
import { FamilyClasses } from '@/family/FamilyClasses'
import { firstDayToShow, futureSlots, slotsByDay } from '@/lib/calendar'
import { addDays, dayOf, epochMs, expiryWarningDays, today } from '@/lib/time'
import type { Person } from '@/session/session'
import type { FreeSlotsQuery } from '@/student/useFreeSlots'
import { createLazyModuleHook } from '@/ui/createLazyModuleHook'
import { Loading } from '@/ui/Loading'
import { useIsFirstLoad } from '@/ui/useIsFirstLoad'
import { useIsDesktop } from '@/ui/useIsWide'
import { useNow } from '@/ui/useNow'
import { AvailableClasses } from './AvailableClasses'
import { AvailableSlots } from './AvailableSlots'
import classes from './Dashboard.module.css'
import type { DayPickerProps } from './DayPicker'
import { ExpiryAlert } from './ExpiryAlert'
import { InviteNotice } from './InviteNotice'
import { InviteTimeNotice } from './InviteTimeNotice'
import { PriceNote } from './PriceNote'
import { StudentNextClass } from './StudentNextClass'
import { scrollToSlots } from './scrollToSlots'
import { useInviteTime } from './useInviteTime'
import { WeekStrip } from './WeekStrip'
import { WelcomePanel } from './WelcomePanel'

interface DashboardProps {
  person: Person
  /** Undefined while loading. */
  config: AppConfig | undefined
  profile: UseQueryResult<StudentProfile>
  freeSlots: FreeSlotsQuery
  zone: string
  onPick: (slot: Slot) => void
  /** Removes the filter by invite code. */
  onShowAll: () => void
}

type DayPickerModule = { DayPicker: ComponentType<DayPickerProps> | null }

/** Loaded on wide screens only. Narrow ones show `WeekStrip`, and so do wide ones if this fails. */
const useDayPickerModule = createLazyModuleHook<DayPickerModule>(() =>
  import('./DayPicker').catch(() => ({ DayPicker: null })),
)

function useMonthPicker(isNeeded: boolean) {
  const module = useDayPickerModule(isNeeded)
  return {
    MonthPicker: isNeeded ? module?.DayPicker : null,
    monthLoad: { isLoading: isNeeded && !module, failureCount: 0 },
  }
}

/** Limits until the configuration has loaded (SPEC §9). */
const DEFAULT_LIMITS = { creditWarningDays: 7, windowDays: 28 }
/** The benefits are shown in the first days, until a class is booked. */
const NEW_STUDENT_MS = 7 * 86_400_000

/** The days until the next credits expire, if that is soon, and the credits bought together. */
function useExpiringLots(
  studentId: string,
  profile: StudentProfile | undefined,
  now: number,
  limitDays: number,
) {
  const hasCredits = !!profile && profile.classCredits > 0
  const days = hasCredits ? expiryWarningDays(profile.classCreditsExpiry, now, limitDays) : null
  return { days, history: useQuery({ ...creditHistoryQuery(studentId), enabled: days !== null }) }
}

/**
 * The day that is shown: the selected one, or that of the time chosen on the invite page, or the first
 * open one.
 */
function useDay({ profile, config, freeSlots, zone, onPick }: DashboardProps, byDay: Map<string, Slot[]>) {
  // Undefined: nothing was selected yet. Null: the selection was cleared.
  const [selectedDay, selectDay] = useState<string | null>()
  const inviteTime = useInviteTime({
    isLoaded: Boolean(profile.data && config && freeSlots.slots),
    teacherId: profile.data?.teacher._id,
    slots: freeSlots.slots,
    onPick,
  })
  const inviteDay = dayOf(inviteTime?.dateTime, zone)
  const day = selectedDay === undefined ? (inviteDay ?? firstDayToShow(byDay, today(zone))) : selectedDay
  return { day, selectDay, inviteTime: selectedDay === undefined ? inviteTime : null }
}

function useSlotsByDay(freeSlots: FreeSlotsQuery, zone: string, now: number) {
  const slots = useDeferredValue(freeSlots.slots)
  const byDay = useMemo(() => slotsByDay(futureSlots(slots ?? [], now), zone), [slots, now, zone])
  return { slots, byDay }
}

/** The dashboard: welcome panel, choice of a day, and open times. */
export function Dashboard(props: DashboardProps) {
  const { person, config, freeSlots, zone } = props
  const profile = props.profile.data
  const now = useNow()
  const hasMonth = useIsDesktop()
  const { MonthPicker, monthLoad } = useMonthPicker(hasMonth)
  const activeClasses = useQuery(activeClassesQuery())
  const nextClass = activeClasses.data?.find((booking) => epochMs(booking.endDateTime) > now)
  const { slots, byDay } = useSlotsByDay(freeSlots, zone, now)
  const { day, selectDay, inviteTime } = useDay(props, byDay)
  const limits = config?.limits ?? DEFAULT_LIMITS
  const lastDay = addDays(today(zone), limits.windowDays)
  const teacherZone = profile?.teacher.timeZone ?? null
  const chooseDay = (next: string | null) => {
    selectDay(next)
    if (!hasMonth) scrollToSlots()
  }

  const expiring = useExpiringLots(person.id, profile, now, limits.creditWarningDays)
  const isLoading = useIsFirstLoad([props.profile, activeClasses, expiring.history, monthLoad])
  if (isLoading) return <DashboardLoading />

  const dayChoice = { zone, onChange: chooseDay, slotsByDay: byDay, lastDay }
  return (
    <>
      <InviteTimeNotice time={inviteTime} zone={zone} />
      {profile && expiring.days !== null && (
        <ExpiryAlert
          days={expiring.days}
          lots={expiring.history.data?.lots ?? []}
          profile={profile}
          onBook={scrollToSlots}
        />
      )}
      <div className={classes.top}>
        <WelcomePanel
          name={person.name}
          productName={config?.productName ?? ''}
          profile={profile}
          zone={zone}
          now={now}
          isNew={!nextClass && now - epochMs(profile?.joinedAt) < NEW_STUDENT_MS}
        >
          {nextClass && <StudentNextClass booking={nextClass} zone={zone} now={now} profile={profile} />}
        </WelcomePanel>
        <div className={classes.calendar}>
          <DayChoice {...dayChoice} MonthPicker={MonthPicker} value={day} />
        </div>
      </div>
      <FamilyClasses zone={zone} />
      <AvailableClasses
        zone={zone}
        teacherZone={teacherZone}
        day={day}
        lastDay={lastDay}
        price={config?.payments && <PriceNote slots={slots ?? []} />}
        onDay={selectDay}
      >
        <InviteNotice invite={freeSlots.invite} onShowAll={props.onShowAll} />
        <AvailableSlots
          {...props}
          slots={slots}
          byDay={byDay}
          teacherZone={teacherZone}
          day={day}
          lastDay={lastDay}
          onDay={selectDay}
        />
      </AvailableClasses>
    </>
  )
}

function DashboardLoading() {
  const { loading } = useChild() ? studentChildCopy : studentCopy.classes
  return <Loading label={loading} height={900} />
}

type DayChoiceProps = DayPickerProps & { MonthPicker: DayPickerModule['DayPicker'] | undefined }

/** A month beside the welcome panel, or a week on a phone. */
function DayChoice({ MonthPicker, value, ...props }: DayChoiceProps) {
  return MonthPicker ? (
    <MonthPicker {...props} value={value} />
  ) : (
    <WeekStrip {...props} value={value ?? today(props.zone)} />
  )
}

import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useMemo, useState } from 'react'
import { activeClassesQuery } from '@/api/bookings'
import type { AppConfig, Slot, StudentProfile } from '@/api/types'
import { studentCopy } from '@/copy/student'
import { firstDayToShow, futureSlots, GRID_DAYS, slotsByDay } from '@/lib/calendar'
import { epochMs, today } from '@/lib/time'
import type { FreeSlotsQuery } from '@/student/useFreeSlots'
import { ErrorPanel } from '@/ui/ErrorPanel'
import { Loading } from '@/ui/Loading'
import { SlotGridSkeleton } from '@/ui/SlotGridSkeleton'
import { useIsWide } from '@/ui/useIsWide'
import { useNow } from '@/ui/useNow'
import { AvailableClasses } from './AvailableClasses'
import classes from './Dashboard.module.css'
import { DayPicker } from './DayPicker'
import { ExpiryAlert } from './ExpiryAlert'
import { FreeSlots } from './FreeSlots'
import { InviteNotice } from './InviteNotice'
import { StudentNextClass } from './StudentNextClass'
import { WelcomePanel } from './WelcomePanel'

interface DashboardProps {
  name: string
  /** Undefined while loading. */
  config: AppConfig | undefined
  profile: UseQueryResult<StudentProfile>
  freeSlots: FreeSlotsQuery
  zone: string
  onPick: (slot: Slot) => void
  /** Removes the filter by invite code. */
  onShowAll: () => void
}

/** Days before expiry from which a warning is shown, until the configuration has loaded (SPEC §9). */
const DEFAULT_WARNING_DAYS = 7

/** The dashboard: welcome panel, calendar and free slots. */
export function Dashboard(props: DashboardProps) {
  const { config, freeSlots, zone, onPick } = props
  const profile = props.profile.data
  const now = useNow()
  const wide = useIsWide()
  const activeClasses = useQuery(activeClassesQuery())
  const nextClass = activeClasses.data?.find((booking) => epochMs(booking.endDateTime) > now)
  const slots = useDeferredValue(freeSlots.slots)
  const byDay = useMemo(() => slotsByDay(futureSlots(slots ?? [], now), zone), [slots, now, zone])
  // Undefined until the student selects a day: then the first free day is shown. Null if the
  // selection was cleared.
  const [selectedDay, setSelectedDay] = useState<string | null>()
  const day = selectedDay === undefined ? firstDayToShow(byDay, today(zone)) : selectedDay
  const teacherZone = profile?.teacher.timeZone ?? null

  // Wait for all first responses, so that content that loads later does not shift the layout.
  const isLoading = [props.profile, activeClasses].some(
    ({ isLoading, failureCount }) => isLoading && failureCount === 0,
  )
  // Deferred, so that the first render of the slots does not block input on a slow phone.
  const isDeferredLoading = useDeferredValue(isLoading)
  const failed = freeSlots.failed || (props.profile.isError && !profile)
  const retry = () => {
    if (!profile) void props.profile.refetch()
    freeSlots.retry()
  }

  if (isLoading || isDeferredLoading) return <Loading label={studentCopy.classes.loading} height={900} />
  return (
    <>
      <ExpiryAlert
        credits={profile?.classCredits ?? 0}
        expiry={profile?.classCreditsExpiry ?? null}
        now={now}
        limitDays={config?.limits.creditWarningDays ?? DEFAULT_WARNING_DAYS}
      />
      <div className={classes.top}>
        <WelcomePanel
          name={props.name}
          productName={config?.productName ?? ''}
          profile={profile}
          zone={zone}
          now={now}
        >
          {nextClass && <StudentNextClass booking={nextClass} zone={zone} now={now} />}
        </WelcomePanel>
        <div className={classes.calendar}>
          <DayPicker zone={zone} value={day} onChange={setSelectedDay} slotsByDay={byDay} />
        </div>
      </div>
      <AvailableClasses zone={zone} teacherZone={teacherZone} day={day} onDay={setSelectedDay}>
        <InviteNotice invite={freeSlots.invite} onShowAll={props.onShowAll} />
        {failed ? (
          <ErrorPanel message={studentCopy.slots.loadFailed} onRetry={retry} />
        ) : slots ? (
          <FreeSlots
            byDay={byDay}
            zone={zone}
            teacherZone={teacherZone}
            day={day}
            onDay={setSelectedDay}
            onPick={onPick}
          />
        ) : (
          <SlotGridSkeleton columns={wide ? GRID_DAYS : 1} />
        )}
      </AvailableClasses>
    </>
  )
}

import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useMemo, useState } from 'react'
import { activeClassesQuery } from '@/api/bookings'
import type { AppConfig, Slot, StudentProfile } from '@/api/types'
import { studentCopy } from '@/copy/student'
import { firstDayToShow, futureSlots, GRID_DAYS, slotsByDay } from '@/lib/calendar'
import { epochMs, today } from '@/lib/time'
import type { FreeSlotsQuery } from '@/student/useFreeSlots'
import { useNow } from '@/student/useNow'
import { ErrorPanel } from '@/ui/ErrorPanel'
import { Loading } from '@/ui/Loading'
import { SlotGridSkeleton } from '@/ui/SlotGridSkeleton'
import { useGradually } from '@/ui/useGradually'
import { useIsWide } from '@/ui/useIsWide'
import { AvailableClasses } from './AvailableClasses'
import classes from './Dashboard.module.css'
import { DayPicker } from './DayPicker'
import { ExpiryAlert } from './ExpiryAlert'
import { FreeSlots } from './FreeSlots'
import { InviteNotice } from './InviteNotice'
import { NextClass } from './NextClass'
import { WelcomePanel } from './WelcomePanel'

interface DashboardProps {
  name: string
  /** Absent while it is read. */
  config: AppConfig | undefined
  profile: UseQueryResult<StudentProfile>
  free: FreeSlotsQuery
  zone: string
  onPick: (slot: Slot) => void
  /** Leaves the narrowing by an invite code. */
  onShowAll: () => void
}

/** Days before expiry from which credits are warned of, until the configuration is there (SPEC §9). */
const WARNING_DAYS = 7

/** Calendar, welcome and the free classes. */
export function Dashboard(props: DashboardProps) {
  const { config, free, zone, onPick } = props
  const profile = props.profile.data
  const now = useNow()
  const wide = useIsWide()
  const active = useQuery(activeClassesQuery())
  const next = active.data?.find((booking) => epochMs(booking.endDateTime) > now)
  const slots = useDeferredValue(free.slots)
  const byDay = useMemo(() => slotsByDay(futureSlots(slots ?? [], now), zone), [slots, now, zone])
  // Undefined until the student chooses: the first free day is on view then. Null when the choice was taken back.
  const [chosen, setChosen] = useState<string | null>()
  const day = chosen === undefined ? firstDayToShow(byDay, today(zone)) : chosen
  const teacherZone = profile?.teacher.timeZone ?? null

  // The first answers come together: what one of them adds above the other would move it under the finger.
  const waiting = [props.profile, active].some(
    ({ isLoading, failureCount }) => isLoading && failureCount === 0,
  )
  const ready = useGradually(!waiting)
  const failed = free.failed || (props.profile.isError && !profile)
  const retry = () => {
    if (!profile) void props.profile.refetch()
    free.retry()
  }

  if (!ready) return <Loading words={studentCopy.classes.loading} height={900} />
  return (
    <>
      <ExpiryAlert
        credits={profile?.classCredits ?? 0}
        expiry={profile?.classCreditsExpiry ?? null}
        now={now}
        limitDays={config?.limits.creditWarningDays ?? WARNING_DAYS}
      />
      <div className={classes.top}>
        <WelcomePanel
          name={props.name}
          productName={config?.productName ?? ''}
          profile={profile}
          zone={zone}
          now={now}
        >
          {next && <NextClass booking={next} zone={zone} now={now} />}
        </WelcomePanel>
        <div className={classes.calendar}>
          <DayPicker zone={zone} value={day} onChange={setChosen} free={byDay} />
        </div>
      </div>
      <AvailableClasses zone={zone} teacherZone={teacherZone} day={day} onDay={setChosen}>
        <InviteNotice invite={free.invite} onShowAll={props.onShowAll} />
        {failed ? (
          <ErrorPanel message={studentCopy.slots.loadFailed} onRetry={retry} />
        ) : slots ? (
          <FreeSlots
            byDay={byDay}
            zone={zone}
            teacherZone={teacherZone}
            day={day}
            onDay={setChosen}
            onPick={onPick}
          />
        ) : (
          <SlotGridSkeleton columns={wide ? GRID_DAYS : 1} />
        )}
      </AvailableClasses>
    </>
  )
}

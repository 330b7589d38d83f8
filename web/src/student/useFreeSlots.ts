import { useQuery, useQueryClient } from '@tanstack/react-query'
import { keys } from '@/api/keys'
import { teacherByCodeQuery } from '@/api/people'
import { availableSlotsQuery, slotsQuery } from '@/api/slots'
import type { AvailableSlots, Slot, StudentProfile } from '@/api/types'
import { clock } from '@/lib/clock'
import { nowIso, toIso } from '@/lib/time'
import type { Invite } from './dashboard/InviteNotice'

/** Refetch interval, so that slots taken by others disappear. Overrides the default of the query. */
const REFRESH_SECONDS = 10

/** Days ahead that are requested (SPEC §9). */
const WINDOW_DAYS = 28

const liveOptions = {
  refetchInterval: REFRESH_SECONDS * 1000,
  refetchOnWindowFocus: 'always',
  refetchOnReconnect: 'always',
} as const

export interface FreeSlotsQuery {
  slots: Slot[] | undefined
  failed: boolean
  /** The teacher takes no bookings at the moment. */
  teacherUnavailable: boolean
  retry: () => void
  invite: Invite
  /** Replaces the cached slots by those of an error response. */
  replace: (slots: Slot[]) => void
  /** Removes one slot from the cache before the next refetch. */
  remove: (slotId: string) => void
}

/** Free slots of the student's teacher, filtered by the invite code in the URL if it is this teacher's. */
export function useFreeSlots(
  teacher: StudentProfile['teacher'] | undefined,
  zone: string,
  code: string | undefined,
): FreeSlotsQuery {
  const client = useQueryClient()
  const teacherId = teacher?._id
  const invited = useQuery({ ...teacherByCodeQuery(code ?? ''), enabled: code !== undefined, retry: false })
  const codeUnknown = invited.isError
  const invite = inviteOf(code, codeUnknown, invited.data?.teacher, teacher)
  // The code of another teacher leads to no times: a student books with their own teacher only.
  const narrowed = code !== undefined && !codeUnknown && invite.name !== 'other'
  const byCode = useQuery({
    ...slotsQuery(zone, code),
    ...liveOptions,
    enabled: invite.name === 'own',
  })
  const own = useQuery({
    ...availableSlotsQuery(teacherId ?? '', zone, nextWeeks),
    ...liveOptions,
    enabled: !narrowed && teacherId !== undefined,
  })

  const updateCache = (edit: (slots: Slot[]) => Slot[]) => {
    // A request in flight must not restore the old list.
    void client.cancelQueries({ queryKey: ['slots'] })
    client.setQueryData<AvailableSlots>(
      keys.slots(teacherId ?? '', zone),
      (old) => old && { ...old, slots: edit(old.slots) },
    )
    client.setQueryData<Slot[]>(keys.invitedSlots(code ?? '', zone), (old) => old && edit(old))
  }
  const activeQuery = narrowed ? byCode : own
  return {
    slots: narrowed ? byCode.data : own.data?.slots,
    failed: activeQuery.isError && activeQuery.data === undefined,
    teacherUnavailable: !narrowed && own.error?.status === 404,
    retry: () => void (narrowed || teacherId !== undefined ? activeQuery.refetch() : undefined),
    invite,
    replace: (slots) => updateCache(() => slots),
    remove: (slotId) => updateCache((slots) => slots.filter((slot) => slot._id !== slotId)),
  }
}

function nextWeeks() {
  return { startDate: nowIso(), endDate: toIso(clock.now() + WINDOW_DAYS * 86_400_000) }
}

function inviteOf(
  code: string | undefined,
  unknown: boolean,
  teacher: { _id: string; name: string } | undefined,
  own: StudentProfile['teacher'] | undefined,
): Invite {
  if (code === undefined) return { name: 'none' }
  if (unknown) return { name: 'unknown', code }
  if (!teacher || !own) return { name: 'none' }
  if (teacher._id === own._id) return { name: 'own', own: own.name }
  return { name: 'other', teacher: teacher.name, own: own.name }
}

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { keys } from '@/api/keys'
import { teacherByCodeQuery } from '@/api/people'
import { availableSlotsQuery, slotsQuery } from '@/api/slots'
import type { AvailableSlots, Slot } from '@/api/types'
import { clock, nowIso, toIso } from '@/lib/time'
import type { Invite } from './dashboard/InviteNotice'

/** How often the list is read again, so that slots taken by others vanish while one looks at them. */
const REFRESH_SECONDS = 10

/** How far ahead the student area asks (SPEC §9). */
const WINDOW_DAYS = 28

const live = {
  refetchInterval: REFRESH_SECONDS * 1000,
  refetchOnWindowFocus: 'always',
  refetchOnReconnect: 'always',
} as const

export interface FreeSlotsQuery {
  slots: Slot[] | undefined
  failed: boolean
  retry: () => void
  invite: Invite
  /** Puts a fresh list, as a refusal brings it along, in place of the old one. */
  replace: (slots: Slot[]) => void
  /** Takes one slot out at once, ahead of the next reading. */
  remove: (slotId: string) => void
}

/** The free classes of the student's teacher; narrowed by the invite code of the address where there is one. */
export function useFreeSlots(
  teacherId: string | undefined,
  zone: string,
  code: string | undefined,
): FreeSlotsQuery {
  const client = useQueryClient()
  const invited = useQuery({ ...teacherByCodeQuery(code ?? ''), enabled: code !== undefined, retry: false })
  const codeUnknown = invited.isError
  const narrowed = code !== undefined && !codeUnknown
  const byCode = useQuery({ ...slotsQuery(zone, code), ...live, enabled: narrowed && invited.isSuccess })
  const own = useQuery({
    ...availableSlotsQuery(teacherId ?? '', zone, nextWeeks),
    ...live,
    enabled: !narrowed && teacherId !== undefined,
  })

  const change = (edit: (slots: Slot[]) => Slot[]) => {
    // A reading that began earlier must not bring the old list back.
    void client.cancelQueries({ queryKey: ['slots'] })
    client.setQueryData<AvailableSlots>(
      keys.slots(teacherId ?? '', zone),
      (old) => old && { ...old, slots: edit(old.slots) },
    )
    client.setQueryData<Slot[]>(keys.invitedSlots(code ?? '', zone), (old) => old && edit(old))
  }
  const shown = narrowed ? byCode : own
  return {
    slots: narrowed ? byCode.data : own.data?.slots,
    failed: shown.isError && shown.data === undefined,
    retry: () => void (narrowed || teacherId !== undefined ? shown.refetch() : undefined),
    invite: inviteOf(code, codeUnknown, invited.data?.teacher, teacherId),
    replace: (slots) => change(() => slots),
    remove: (slotId) => change((slots) => slots.filter((slot) => slot._id !== slotId)),
  }
}

function nextWeeks() {
  return { startDate: nowIso(), endDate: toIso(clock.now() + WINDOW_DAYS * 86_400_000) }
}

function inviteOf(
  code: string | undefined,
  unknown: boolean,
  teacher: { _id: string; name: string } | undefined,
  ownTeacherId: string | undefined,
): Invite {
  if (code === undefined) return { name: 'none' }
  if (unknown) return { name: 'unknown', code }
  if (!teacher || !ownTeacherId || teacher._id === ownTeacherId) return { name: 'none' }
  return { name: 'other', teacher: teacher.name }
}

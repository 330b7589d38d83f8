import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { teacherByCodeQuery } from '@/api/people'
import type { Slot } from '@/api/types'
import { leaveTo } from '@/family/leaveTo'
import { readChosenTime } from '@/lib/chosenTime'
import { storeChosenTime } from '@/lib/chosenTimeStorage'
import { epochMs } from '@/lib/time'
import { useSession } from '@/session/useSession'

interface InviteTimeOptions {
  /** Whether profile, configuration and slots have loaded; `teacherId` and `slots` are defined then. */
  isLoaded: boolean
  teacherId: string | undefined
  slots: readonly Slot[] | undefined
  /** Opens the booking of the slot. */
  onPick: (slot: Slot) => void
}

/** The time that the student chose on the invite page. */
export interface InviteTime {
  /** RFC 3339 instant of the start. */
  dateTime: string
  /** `null` if it was not open when the slots were loaded; not updated afterwards. */
  slot: Slot | null
}

/**
 * Passes the slot that was chosen on the invite page to `onPick`, once, if it is still open. Deletes
 * the choice, also if its code is another teacher's or cannot be looked up. Returns `null` until that
 * is decided, and if nothing is left of the choice. If the teacher is that of another child of the
 * guardian, the page is loaded for that child.
 */
export function useInviteTime({ isLoaded, teacherId, slots, onPick }: InviteTimeOptions): InviteTime | null {
  const [chosen] = useState(readChosenTime)
  // Undefined until decided. Not decided again, because a booked slot leaves the list.
  const [inviteTime, setInviteTime] = useState<InviteTime | null>()
  const codeTeacher = useQuery({
    ...teacherByCodeQuery(chosen?.code ?? ''),
    enabled: isLoaded && chosen !== null,
  })
  const sibling = useChildOf(codeTeacher.data?.teacher._id)
  const isOfSibling = isLoaded && sibling !== undefined && sibling.teacherId !== teacherId
  if (inviteTime === undefined && isLoaded && chosen && !codeTeacher.isPending && !isOfSibling) {
    const isOwnTeacher = codeTeacher.data?.teacher._id === teacherId
    const slot = slots?.find(
      ({ dateTime, classTypeKey }) =>
        epochMs(dateTime) === epochMs(chosen.dateTime) && classTypeKey === chosen.classType,
    )
    setInviteTime(isOwnTeacher ? { dateTime: chosen.dateTime, slot: slot ?? null } : null)
  }

  useEffect(() => {
    // The page of the child reads the choice.
    if (isOfSibling) leaveTo(`/booking?learner=${encodeURIComponent(sibling._id)}`)
  }, [isOfSibling, sibling])
  const consumeChoice = useEffectEvent(() => {
    // Another tab may have consumed it.
    const isStored = readChosenTime() !== null
    storeChosenTime(null)
    if (isStored && inviteTime?.slot) onPick(inviteTime.slot)
  })
  useEffect(() => {
    if (inviteTime !== undefined) consumeChoice()
  }, [inviteTime])
  return inviteTime ?? null
}

/** The first child of the guardian who learns with the teacher. */
function useChildOf(teacherId: string | undefined) {
  const session = useSession()
  if (session?.status !== 'signedIn' || !teacherId) return
  return session.learners?.find((learner) => learner.teacherId === teacherId)
}

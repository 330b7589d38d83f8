import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { teacherByCodeQuery } from '@/api/people'
import type { Slot } from '@/api/types'
import { readChosenTime } from '@/lib/chosenTime'
import { storeChosenTime } from '@/lib/chosenTimeStorage'
import { epochMs } from '@/lib/time'

interface InvitedTimeOptions {
  /** Whether everything that booking needs has loaded. */
  isLoaded: boolean
  teacherId: string | undefined
  slots: readonly Slot[] | undefined
  onPick: (slot: Slot) => void
}

/** The time that the student chose on the invite page. */
export interface InvitedTime {
  /** RFC 3339 instant of the start. */
  dateTime: string
  /** `null` if it is no longer open. */
  slot: Slot | null
}

/**
 * Passes the time that was chosen on the invite page to `onPick` if it is still open. The choice is
 * used once, and dropped if the code is another teacher's.
 */
export function useInvitedTime({
  isLoaded,
  teacherId,
  slots,
  onPick,
}: InvitedTimeOptions): InvitedTime | null {
  const [chosen] = useState(readChosenTime)
  // Undefined until it is known. It stays, because the slot disappears when it is booked.
  const [invited, setInvited] = useState<InvitedTime | null>()
  const owner = useQuery({ ...teacherByCodeQuery(chosen?.code ?? ''), enabled: isLoaded && chosen !== null })
  if (invited === undefined && isLoaded && chosen && !owner.isPending) {
    const isOwn = owner.data?.teacher._id === teacherId
    const slot = slots?.find(
      ({ dateTime, classTypeKey }) =>
        epochMs(dateTime) === epochMs(chosen.dateTime) && classTypeKey === chosen.classType,
    )
    setInvited(isOwn ? { dateTime: chosen.dateTime, slot: slot ?? null } : null)
  }

  const spendChoice = useEffectEvent(() => {
    // Another tab may have used it.
    const isUnused = readChosenTime() !== null
    storeChosenTime(null)
    if (isUnused && invited?.slot) onPick(invited.slot)
  })
  useEffect(() => {
    if (invited !== undefined) spendChoice()
  }, [invited])
  return invited ?? null
}

import { queryOptions } from '@tanstack/react-query'
import { call } from './client'
import { listAvailableSlots, listSlots } from './gen/sdk.gen'
import { keys } from './keys'

/** How often free slots are read again while they are looked at, so that those taken by others vanish. */
const REFRESH_SECONDS = 20

interface SlotWindow {
  startDate?: string
  endDate?: string
}

/** The free classes of one teacher; without a window, from now to 28 days ahead (SPEC §9). */
export const availableSlotsQuery = (teacherId: string, zone: string, window: () => SlotWindow = () => ({})) =>
  queryOptions({
    queryKey: keys.slots(teacherId, zone),
    queryFn: ({ signal }) =>
      call(
        listAvailableSlots({
          path: { id: teacherId },
          query: { ...window(), studentTimeZone: zone },
          signal,
        }),
      ),
    refetchInterval: REFRESH_SECONDS * 1000,
  })

/** The free classes of the signed-in student, narrowed to the teacher of an invite code where one is given. */
export const slotsQuery = (zone: string, referralCode?: string) =>
  queryOptions({
    queryKey: keys.invitedSlots(referralCode ?? '', zone),
    queryFn: ({ signal }) => call(listSlots({ query: referralCode ? { referralCode } : {}, signal })),
    refetchInterval: REFRESH_SECONDS * 1000,
  })

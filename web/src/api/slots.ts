import { queryOptions } from '@tanstack/react-query'
import { call } from './client'
import * as sdk from './gen/sdk.gen'
import { keys } from './keys'

/** Refetch interval of free slots, so that slots taken by others disappear. */
const REFRESH_SECONDS = 20

interface SlotWindow {
  startDate?: string
  endDate?: string
}

/** Free slots of one teacher; by default from now to 28 days ahead (SPEC §9). */
export const availableSlotsQuery = (teacherId: string, zone: string, window: () => SlotWindow = () => ({})) =>
  queryOptions({
    queryKey: keys.slots(teacherId, zone),
    queryFn: ({ signal }) =>
      call(
        sdk.listAvailableSlots({
          path: { id: teacherId },
          query: { ...window(), studentTimeZone: zone },
          signal,
        }),
      ),
    refetchInterval: REFRESH_SECONDS * 1000,
  })

/** Free slots for the signed-in student, limited to the teacher of an invite code if one is given. */
export const slotsQuery = (zone: string, referralCode?: string) =>
  queryOptions({
    queryKey: keys.invitedSlots(referralCode ?? '', zone),
    queryFn: ({ signal }) => call(sdk.listSlots({ query: referralCode ? { referralCode } : {}, signal })),
    refetchInterval: REFRESH_SECONDS * 1000,
  })

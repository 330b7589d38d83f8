import { queryOptions } from '@tanstack/react-query'
import { call } from './client'
import { getAvailability, saveAvailability as saveAvailabilityCall } from './gen/sdk.gen'
import type { SaveAvailabilityRequest } from './gen/types.gen'
import { keys } from './keys'

export const availabilityQuery = (teacherId: string) =>
  queryOptions({
    queryKey: keys.availability(teacherId),
    queryFn: ({ signal }) => call(getAvailability({ path: { id: teacherId }, signal })),
  })

export const saveAvailability = (teacherId: string, body: SaveAvailabilityRequest) =>
  call(saveAvailabilityCall({ path: { id: teacherId }, body }))

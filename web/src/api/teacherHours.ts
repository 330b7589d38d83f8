import { queryOptions } from '@tanstack/react-query'
import { call } from './client'
import { client } from './gen/client.gen'
import * as sdk from './gen/teacher/sdk.gen'
import type { PreviewAvailabilityRequest, SaveAvailabilityRequest } from './gen/types.gen'
import { keys } from './keys'
import { teacherKeys } from './teacherKeys'

/** Weekly hours, date exceptions and the clock changes of the next two weeks. */
export const teacherHoursQuery = (teacherId: string) =>
  queryOptions({
    queryKey: keys.availability(teacherId),
    queryFn: ({ signal }) => call(sdk.getAvailability({ client, path: { id: teacherId }, signal })),
  })

export const saveTeacherHours = (teacherId: string, body: SaveAvailabilityRequest) =>
  call(sdk.saveAvailability({ client, path: { id: teacherId }, body }))

/** The slots that students would see with hours that are not saved yet. */
export const previewQuery = (teacherId: string, body: PreviewAvailabilityRequest) =>
  queryOptions({
    queryKey: teacherKeys.preview(teacherId, body),
    queryFn: ({ signal }) => call(sdk.previewAvailability({ client, path: { id: teacherId }, body, signal })),
  })

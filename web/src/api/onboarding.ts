import { queryOptions } from '@tanstack/react-query'
import { call } from './client'
import * as sdk from './gen/sdk.gen'
import type { OnboardTeacherRequest, SaveDraftRequest } from './gen/types.gen'
import { teacherKeys } from './teacherKeys'

/** The saved draft of the application, from any device. A rejected application is returned as a draft. */
export const teacherDraftQuery = () =>
  queryOptions({
    queryKey: teacherKeys.draft,
    queryFn: ({ signal }) => call(sdk.getTeacherDraft({ signal })),
  })

export const saveTeacherDraft = (body: SaveDraftRequest) => call(sdk.saveTeacherDraft({ body }))

/** Submits the application. Idempotent. */
export const onboardTeacher = (body: OnboardTeacherRequest) => call(sdk.onboardTeacher({ body }))

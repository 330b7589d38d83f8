import { queryOptions } from '@tanstack/react-query'
import { call } from './client'
import { getDraft, onboardTeacher as onboardTeacherCall, saveDraft } from './gen/sdk.gen'
import type { OnboardTeacherRequest, SaveDraftRequest } from './gen/types.gen'
import { teacherKeys } from './teacherKeys'

/** The saved draft of the application, from any device. A rejected application is returned as a draft. */
export const teacherDraftQuery = () =>
  queryOptions({ queryKey: teacherKeys.draft, queryFn: ({ signal }) => call(getDraft({ signal })) })

export const saveTeacherDraft = (body: SaveDraftRequest) => call(saveDraft({ body }))

/** Submits the application. Idempotent. */
export const onboardTeacher = (body: OnboardTeacherRequest) => call(onboardTeacherCall({ body }))

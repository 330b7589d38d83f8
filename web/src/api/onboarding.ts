import { queryOptions } from '@tanstack/react-query'
import { call } from './client'
import { getDraft, onboardTeacher as onboardTeacherCall, saveDraft } from './gen/sdk.gen'
import type { OnboardTeacherRequest, SaveDraftRequest } from './gen/types.gen'
import { teacherKeys } from './teacherKeys'

/** What was typed into the wizard before, here or on another device; a rejected application comes back as one. */
export const teacherDraftQuery = () =>
  queryOptions({ queryKey: teacherKeys.draft, queryFn: ({ signal }) => call(getDraft({ signal })) })

export const saveTeacherDraft = (body: SaveDraftRequest) => call(saveDraft({ body }))

/** Applies. The same application sent twice is one. */
export const onboardTeacher = (body: OnboardTeacherRequest) => call(onboardTeacherCall({ body }))

import { call } from './client'
import * as sdk from './gen/sdk.gen'
import type { StudentContactRequest } from './gen/types.gen'

/** Sends a student's message to support. */
export const sendStudentMessage = (body: StudentContactRequest) => call(sdk.contactSupportAsStudent({ body }))

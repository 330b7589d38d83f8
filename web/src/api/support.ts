import { call } from './client'
import { studentContact } from './gen/sdk.gen'
import type { StudentContactRequest } from './gen/types.gen'

/** A student's message to support. */
export const writeToSupport = (body: StudentContactRequest) => call(studentContact({ body }))

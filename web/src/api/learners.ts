/** Children of the signed-in guardian (ADR 14). */
import { queryOptions } from '@tanstack/react-query'
import { call } from './client'
import { client } from './gen/client.gen'
import * as sdk from './gen/family/sdk.gen'
import type { CreateLearnerRequest } from './gen/types.gen'
import { keys } from './keys'

export type { Learner } from './gen/types.gen'

export const listLearners = (signal?: AbortSignal) =>
  call(sdk.listLearners({ client, ...(signal ? { signal } : {}) }))

export const learnersQuery = () =>
  queryOptions({ queryKey: ['learners'], queryFn: ({ signal }) => listLearners(signal) })

/** Exports all stored data about a learner. */
export const exportLearner = (id: string) => call(sdk.exportLearner({ client, path: { id } }))

/** Deletes the data of a learner. `name` is the learner's name, typed as confirmation. */
export const deleteLearner = (id: string, name: string) =>
  call(sdk.deleteLearner({ client, path: { id }, body: { name } }))

/** Registers a child of the signed-in person, who becomes the guardian. */
export const createLearner = (body: CreateLearnerRequest) => call(sdk.createLearner({ client, body }))

/** Upcoming classes of the signed-in person and all their learners; refetched with the other classes. */
export const familyClassesQuery = () =>
  queryOptions({
    queryKey: [...keys.activeClasses, 'family'],
    queryFn: ({ signal }) => call(sdk.listFamilyClasses({ client, signal })),
  })

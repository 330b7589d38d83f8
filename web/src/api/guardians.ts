/** Guardians of a learner and their invitations (ADR 14). */
import { queryOptions } from '@tanstack/react-query'
import { call } from './client'
import { client } from './gen/client.gen'
import * as sdk from './gen/family/sdk.gen'
import type { AcceptGuardianInvitationRequest } from './gen/types.gen'

export type {
  GuardianInvitation,
  GuardianInvitationPreview as ReceivedInvitation,
  Guardians,
} from './gen/types.gen'

/**
 * The header of a request about a learner, whoever the page is for. `null`: the request is about the
 * person for whom the page is.
 */
const about = (learnerId: string | null) => (learnerId ? { headers: { 'x-learner': learnerId } } : {})

export const guardiansQuery = (learnerId: string | null) =>
  queryOptions({
    queryKey: ['guardians', learnerId],
    queryFn: ({ signal }) => call(sdk.listGuardians({ client, signal, ...about(learnerId) })),
  })

export const inviteGuardian = (learnerId: string | null, email: string) =>
  call(sdk.inviteGuardian({ client, body: { email }, ...about(learnerId) }))

export const withdrawGuardianInvitation = (learnerId: string | null, id: string) =>
  call(sdk.withdrawGuardianInvitation({ client, path: { id }, ...about(learnerId) }))

/** The invitation with a token, for its recipient. */
export const receivedInvitationQuery = (token: string) =>
  queryOptions({
    queryKey: ['guardian-invitation', token],
    queryFn: ({ signal }) => call(sdk.previewGuardianInvitation({ client, body: { token }, signal })),
    // After it was accepted, another request would find no invitation.
    staleTime: Number.POSITIVE_INFINITY,
  })

export const acceptGuardianInvitation = (body: AcceptGuardianInvitationRequest) =>
  call(sdk.acceptGuardianInvitation({ client, body }))

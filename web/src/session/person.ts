import type { ApiError } from '@/api/error'
import type { Learner } from '@/api/learners'
import type { Role } from '@/api/types'

/** The signed-in user as the server knows them, or the learner for whom a guardian acts. */
export interface Person {
  id: string
  name: string
  email: string
  role: Role
  /** Set if the address comes from the provider and the server has none. */
  unverified?: true
  /** The version of the terms that the person has yet to accept. */
  termsToAccept?: string
  /** A student under 18 without a guardian, who may read and cancel but not book. */
  needsGuardian?: true
  /** A student who has yet to give a date of birth or an age range. */
  ageQuestion?: true
}

export interface SignedInSession {
  status: 'signedIn'
  /** For whom the page is: the account holder, or one of their learners. */
  person: Person
  /** Who signed in, if `person` is a learner. */
  account?: Person
  /** The learners of the account holder, if there are any. */
  learners?: readonly Learner[]
  isOtherLanguage?: true
}

/**
 * - `isOtherLanguage`: the next page has to be loaded, because this one is not in the person's
 * language. The page of a sign-in cannot be loaded a second time.
 * - `failed`: signed in with the provider, but our server could not say who it is. SPEC §8: the
 * role is unknown, and the user is treated as `user`.
 */
export type Session =
  | { status: 'signedOut' }
  | SignedInSession
  | { status: 'failed'; error: ApiError; name: string | null; email: string | null }

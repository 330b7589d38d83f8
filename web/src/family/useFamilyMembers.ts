import { familyWeekCopy } from '@/copy/familyWeek'
import { accountOf } from '@/session/acting'
import type { Session } from '@/session/session'
import { useSession } from '@/session/useSession'
import { shortNames } from './shortNames'

export interface FamilyMember {
  /** The id in `studentId`. */
  id: string
  name: string
  /** The account holder. */
  isMe: boolean
}

/** Who takes classes with this account: the learners, and the account holder if they are a student. */
export function useFamilyMembers(): FamilyMember[] {
  return membersOf(useSession())
}

function membersOf(session: Session | null): FamilyMember[] {
  if (session?.status !== 'signedIn') return []
  const { learners = [] } = session
  const names = shortNames(learners.map(({ name }) => name))
  const children = learners.map(({ _id: id, name }, index) => ({
    id,
    name: names[index] ?? name,
    isMe: false,
  }))
  const account = accountOf(session)
  return account.role === 'student'
    ? [...children, { id: account.id, name: familyWeekCopy.me, isMe: true }]
    : children
}

/**
 * The learner that a guardian chose last. It is kept for the tab, so that two tabs can show two
 * children and a reload changes neither, and on the device, for new tabs.
 */
import { readStored, store } from '@/lib/browserStorage'
import { LEARNER_KEY as KEY } from '@/lib/draftKeys'

const AREAS = ['sessionStorage', 'localStorage'] as const

export interface LearnerChoice {
  /** The id of the account; other users of the browser have other children. */
  account: string
  /** `null`: the account holder chose themselves. */
  learner: string | null
}

export function storeLearnerChoice(choice: LearnerChoice): void {
  for (const area of AREAS) store(area, KEY, choice)
}

/** The choice of this tab, otherwise of this device; of this account, if it is given. */
export function readLearnerChoice(account?: string): LearnerChoice | null {
  for (const area of AREAS) {
    const stored = readStored(area, KEY)
    if (isChoice(stored) && (!account || stored.account === account)) return stored
  }
  return null
}

function isChoice(value: unknown): value is LearnerChoice {
  if (typeof value !== 'object' || value === null) return false
  const { account, learner } = value as Record<string, unknown>
  return typeof account === 'string' && (learner === null || typeof learner === 'string')
}

import type { StudentProfile } from '@/api/types'

/** Loading state of the student's credits. */
export type CreditsState = { name: 'loading' } | { name: 'failed' } | { name: 'loaded'; available: number }

/** Whether the credits are known to be enough (SPEC §5: the button is disabled if they are not). */
export function hasEnoughCredits(credits: CreditsState, cost: number): boolean {
  return credits.name === 'loaded' && credits.available >= cost
}

/** Whether the credits are known to be too few. */
export function lacksCredits(credits: CreditsState, cost: number): boolean {
  return credits.name === 'loaded' && credits.available < cost
}

export function creditsOf(profile: { data: StudentProfile | undefined; isError: boolean }): CreditsState {
  if (profile.data) return { name: 'loaded', available: profile.data.classCredits }
  return { name: profile.isError ? 'failed' : 'loading' }
}

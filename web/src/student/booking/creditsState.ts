import type { StudentProfile } from '@/api/types'

/** What the dialog knows of the student's credits. */
export type CreditsState = { name: 'loading' } | { name: 'unread' } | { name: 'read'; available: number }

/** Whether the credits are known to suffice (SPEC §5: disabled when they are fewer than the slot costs). */
export function sufficient(credits: CreditsState, cost: number): boolean {
  return credits.name === 'read' && credits.available >= cost
}

/** Whether the credits are known not to suffice. */
export function insufficient(credits: CreditsState, cost: number): boolean {
  return credits.name === 'read' && credits.available < cost
}

export function creditsOf(profile: { data: StudentProfile | undefined; isError: boolean }): CreditsState {
  if (profile.data) return { name: 'read', available: profile.data.classCredits }
  return { name: profile.isError ? 'unread' : 'loading' }
}

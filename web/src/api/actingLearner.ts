/**
 * The learner for whom the signed-in guardian acts, sent as `x-learner` with each request (ADR 14).
 * The session sets it, so that the API layer does not depend on the session.
 */
export const LEARNER_HEADER = 'x-learner'

let current: string | null = null

export function setActingLearner(id: string | null): void {
  current = id
}

export function actingLearner(): string | null {
  return current
}

/** State that is sent with a sign-in and returned by the callback. */
export interface SignInState {
  intent: 'login' | 'student' | 'teacher'
  /** The page inside the app to return to. */
  returnTo?: string
  /** The teacher's invite code, if the user came by an invitation link. */
  ref?: string
}

const INTENTS = ['login', 'student', 'teacher'] as const

/** Validates the returned state; anything that is not a path of ours is dropped. */
export function parseSignInState(state: unknown): SignInState {
  if (typeof state !== 'object' || state === null) return { intent: 'login' }
  const { intent, returnTo, ref } = state as Record<string, unknown>
  return {
    intent: INTENTS.find((allowed) => allowed === intent) ?? 'login',
    ...(isOwnPath(returnTo) ? { returnTo } : {}),
    ...(typeof ref === 'string' && ref !== '' ? { ref } : {}),
  }
}

function isOwnPath(path: unknown): path is string {
  return typeof path === 'string' && /^\/[^/\\]/.test(path) && !path.startsWith('/auth/')
}

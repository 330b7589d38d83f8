/** Why somebody goes to sign in; travels with the sign-in and comes back with it. */
export interface SignInIntent {
  intent: 'login' | 'student' | 'teacher'
  /** The page inside the app to return to. */
  returnTo?: string
  /** The teacher's invite code, when the person came by an invitation link. */
  ref?: string
}

const INTENTS = ['login', 'student', 'teacher'] as const

/** Reads what came back; nothing in it is trusted to be a page of ours until checked. */
export function parseIntent(state: unknown): SignInIntent {
  if (typeof state !== 'object' || state === null) return { intent: 'login' }
  const { intent, returnTo, ref } = state as Record<string, unknown>
  return {
    intent: INTENTS.find((known) => known === intent) ?? 'login',
    ...(isOwnPath(returnTo) ? { returnTo } : {}),
    ...(typeof ref === 'string' && ref !== '' ? { ref } : {}),
  }
}

function isOwnPath(path: unknown): path is string {
  return typeof path === 'string' && /^\/[^/\\]/.test(path) && !path.startsWith('/auth/')
}

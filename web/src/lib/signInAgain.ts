const listeners = new Set<() => void>()

/**
 * Calls `listener` before the page is left because the sign-in has ended, so that it can store what
 * the user is doing. Returns a function that removes it.
 */
export function onSignInAgain(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Call before the redirect to sign-in. */
export function announceSignInAgain(): void {
  for (const listener of listeners) listener()
}

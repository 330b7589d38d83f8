/** That somebody has just deleted their account, for the page to which signing out leads: this tab remembers it. */
const KEY = 'tala-account-deleted'

export function rememberFarewell(): void {
  try {
    sessionStorage.setItem(KEY, 'yes')
  } catch {
    // Storage may be forbidden; then nothing is said, and nothing else is lost.
  }
}

/** Whoever signs in next has an account. */
export function forgetFarewell(): void {
  try {
    sessionStorage.removeItem(KEY)
  } catch {
    // Nothing was remembered either.
  }
}

export function isFarewell(): boolean {
  try {
    return sessionStorage.getItem(KEY) !== null
  } catch {
    return false
  }
}

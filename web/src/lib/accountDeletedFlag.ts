/**
 * Session storage flag: the account of this tab's user was deleted. The site shows a message after
 * sign-out.
 */
const KEY = 'tala-account-deleted'

export function setAccountDeletedFlag(): void {
  try {
    sessionStorage.setItem(KEY, 'yes')
  } catch {
    // Storage can be blocked; then the message is not shown.
  }
}

/** Clears the flag before the next sign-in. */
export function clearAccountDeletedFlag(): void {
  try {
    sessionStorage.removeItem(KEY)
  } catch {
    // Storage can be blocked; then no flag was set.
  }
}

export function hasAccountDeletedFlag(): boolean {
  try {
    return sessionStorage.getItem(KEY) !== null
  } catch {
    return false
  }
}

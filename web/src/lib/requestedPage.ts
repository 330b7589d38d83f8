/** The page that a signed-out user asked for, kept in this tab until the next sign-in (D43). */
const KEY = 'tala.requested-page'

export function storeRequestedPage(href: string): void {
  try {
    sessionStorage.setItem(KEY, href)
  } catch {
    // Without storage, sign-in leads to the home page.
  }
}

export function readRequestedPage(): string | null {
  try {
    return sessionStorage.getItem(KEY)
  } catch {
    return null
  }
}

export function clearRequestedPage(): void {
  try {
    sessionStorage.removeItem(KEY)
  } catch {
    // Then there is nothing to remove.
  }
}

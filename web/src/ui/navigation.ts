let navigated = false

/** Called by the router after each page change inside the app. */
export function markNavigated(): void {
  navigated = true
}

/** Whether the user came from another page of the app, so that the heading takes focus. */
export function wasNavigated(): boolean {
  return navigated
}

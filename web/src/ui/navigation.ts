let navigated = false

/** Told by the router after each change of page inside the app. */
export function markNavigated(): void {
  navigated = true
}

/** Whether the person came to this page from another page of the app: then the focus belongs to its heading. */
export function wasNavigated(): boolean {
  return navigated
}

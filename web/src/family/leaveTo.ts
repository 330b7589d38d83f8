/** Loads another page, which resolves the session again. A module, so that tests can replace it. */
export function leaveTo(path: string): void {
  window.location.assign(path)
}

/** The heading of the notice. */
export const GUARDIAN_NOTICE_ID = 'guardian-needed'

let isRequested = false

/** Moves focus to the notice for students under 18, now or when its code has been loaded. */
export function showGuardianNotice(): void {
  const heading = document.getElementById(GUARDIAN_NOTICE_ID)
  isRequested = heading === null
  heading?.focus()
}

/** Whether the notice should take focus, now that it is shown. */
export function takeNoticeRequest(): boolean {
  const wasRequested = isRequested
  isRequested = false
  return wasRequested
}

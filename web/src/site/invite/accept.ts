/**
 * Signs up as a student with an invite code, or continues as the person who is signed in. An entry of
 * its own that the page's script loads on demand by its address: a dynamic import would load React
 * with the page, because both share the bundler's helper.
 */
// oxlint-disable-next-line no-restricted-imports -- this module is loaded on demand
import { isApiError } from '@/api/error'
import { storeChosenTime } from '@/lib/chosenTimeStorage'
// oxlint-disable-next-line no-restricted-imports -- this module is loaded on demand
import { resolveHomePath } from '@/session/resolveHomePath'
// oxlint-disable-next-line no-restricted-imports -- this module is loaded on demand
import { signIn } from '@/session/signIn'
import type { AcceptRequest } from './main'

async function accept(ref: string, isSignedIn: boolean): Promise<void> {
  if (isSignedIn) window.location.assign(await resolveHomePath(ref))
  else await signIn({ intent: 'student', ref })
}

// An event, because the bundler removes the exports of an entry.
document.addEventListener('accept-invitation', (event) => {
  const { ref, time, isSignedIn, onFailed } = (event as CustomEvent<AcceptRequest>).detail
  storeChosenTime(time && { ...time, code: ref })
  accept(ref, isSignedIn).catch((error: unknown) =>
    onFailed(isApiError(error) ? error.retryAfterSeconds : null),
  )
})

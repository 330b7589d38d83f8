import { useEffect, useRef } from 'react'
import type { ChosenTime } from '@/lib/chosenTimeStorage'
import type { useVisitor } from './useVisitor'

const CREATE_PROFILE = '#create-profile/'

/**
 * Starts what a link asks for: `/#sign-in`; `/#create-profile/{email}`, for an invited teacher with the
 * address that the sign-up page fills in; or `/?ref={code}#accept-invitation`, perhaps with a chosen time
 * as `/{start}/{class type}`, which the invite page opens if its own script has not loaded.
 */
export function useSignInLink({
  visitor,
  enter,
  goHome,
}: Pick<ReturnType<typeof useVisitor>, 'visitor' | 'enter' | 'goHome'>) {
  const started = useRef(false)
  useEffect(() => {
    const { hash, pathname, search } = window.location
    const isProfile = hash.startsWith(CREATE_PROFILE)
    const [acceptance, dateTime, classType] = hash.split('/')
    const isAcceptance = acceptance === '#accept-invitation'
    if (started.current || !visitor.hydrated || !(isProfile || isAcceptance || hash === '#sign-in')) return
    started.current = true
    // Back leads to the front page, which must not start the sign-in again.
    window.history.replaceState(null, '', pathname + search)
    const start = () => {
      if (visitor.signedIn) void goHome()
      else if (isProfile) void enter('teacher', decodeAddress(hash.slice(CREATE_PROFILE.length)))
      else void enter(isAcceptance ? 'student' : 'login')
    }
    if (isAcceptance && visitor.ref && dateTime && classType)
      void storeTime({ code: visitor.ref, dateTime, classType }).finally(start)
    else start()
  })
}

/** Stores the chosen time for the student area; signing in works without it. */
async function storeTime(time: ChosenTime): Promise<void> {
  const { storeChosenTime } = await import('@/lib/chosenTimeStorage')
  storeChosenTime(time)
}

function decodeAddress(encoded: string): string | undefined {
  try {
    return decodeURIComponent(encoded) || undefined
  } catch {
    return undefined
  }
}

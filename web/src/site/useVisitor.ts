import { useState, useSyncExternalStore } from 'react'
import { isFarewell } from '@/lib/farewell'

interface Arrival {
  signedIn: boolean
  /** The invite code of the link that brought the person here. */
  ref: string | null
  /** Their account was deleted a moment ago. */
  farewell: boolean
}

interface Visitor extends Arrival {
  /** Signing in or out could not be started. */
  failed: boolean
  busy: boolean
}

type Intent = 'login' | 'student' | 'teacher'

/** What the prerendered page assumes. */
const UNKNOWN: Arrival = { signedIn: false, ref: null, farewell: false }
let arrival: Arrival | null = null

function readArrival(): Arrival {
  arrival ??= {
    signedIn: Object.keys(localStorage).some((key) => key.startsWith('oidc.user:')),
    ref: new URLSearchParams(window.location.search).get('ref'),
    farewell: isFarewell(),
  }
  return arrival
}

const never = () => () => undefined

/** Who looks at the site, and the ways into the app. The code for signing in is loaded on the first press. */
export function useVisitor() {
  const arrived = useSyncExternalStore(never, readArrival, () => UNKNOWN)
  const [state, setState] = useState({ failed: false, busy: false })
  const visitor: Visitor = { ...arrived, ...state }

  const leave = async (go: () => Promise<void>) => {
    setState({ busy: true, failed: false })
    try {
      await go()
    } catch {
      setState({ busy: false, failed: true })
    }
  }

  const enter = (intent: Intent) =>
    leave(async () => {
      // oxlint-disable-next-line no-restricted-imports -- loaded on demand
      const { signIn } = await import('@/session/signIn')
      await signIn({ intent, ...(visitor.ref ? { ref: visitor.ref } : {}) })
    })

  const goHome = () =>
    leave(async () => {
      // oxlint-disable-next-line no-restricted-imports -- loaded on demand
      const { homeAddress } = await import('@/session/homeAddress')
      window.location.assign(await homeAddress(visitor.ref))
    })

  const logout = () =>
    leave(async () => {
      // oxlint-disable-next-line no-restricted-imports -- loaded on demand
      const { signOut } = await import('@/session/signOut')
      await signOut()
    })

  return { visitor, enter, goHome, logout }
}

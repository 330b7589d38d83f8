import { type MouseEvent, useState, useSyncExternalStore } from 'react'
import { hasAccountDeletedFlag } from '@/lib/accountDeletedFlag'
import { readRequestedPage } from '@/lib/requestedPage'
import { opensElsewhere } from './opensElsewhere'

interface VisitorData {
  /** The values are those of this browser, not those of the prerendered page. */
  hydrated: boolean
  signedIn: boolean
  /** The invite code in the URL. */
  ref: string | null
  /** The page that the visitor asked for before signing in. */
  requestedPage: string | null
  /** The account has just been deleted. */
  isAccountDeleted: boolean
}

interface Visitor extends VisitorData {
  /** Signing in or out could not be started. */
  failed: boolean
  busy: boolean
}

type Intent = 'login' | 'student' | 'teacher'

/** The values the pages are prerendered with. */
const PRERENDERED_DATA: VisitorData = {
  hydrated: false,
  signedIn: false,
  ref: null,
  requestedPage: null,
  isAccountDeleted: false,
}
let visitorData: VisitorData | null = null

function readVisitorData(): VisitorData {
  visitorData ??= {
    hydrated: true,
    signedIn: Object.keys(localStorage).some((key) => key.startsWith('oidc.user:')),
    ref: new URLSearchParams(window.location.search).get('ref'),
    requestedPage: readRequestedPage(),
    isAccountDeleted: hasAccountDeletedFlag(),
  }
  return visitorData
}

const subscribeToNothing = () => () => undefined

/** State of the visitor, and the actions to sign in and out. The code for signing in is loaded on demand. */
export function useVisitor() {
  const data = useSyncExternalStore(subscribeToNothing, readVisitorData, () => PRERENDERED_DATA)
  const [state, setState] = useState({ failed: false, busy: false })
  const visitor: Visitor = { ...data, ...state }

  const perform = async (action: () => Promise<void>) => {
    setState({ busy: true, failed: false })
    try {
      await action()
    } catch {
      setState({ busy: false, failed: true })
    }
  }

  const startSignIn = (intent: Intent, loginHint?: string, ref = visitor.ref) =>
    perform(async () => {
      // oxlint-disable-next-line no-restricted-imports -- loaded on demand
      const { signIn } = await import('@/session/signIn')
      await signIn(
        {
          intent,
          ...(ref ? { ref } : {}),
          ...(visitor.requestedPage ? { returnTo: visitor.requestedPage } : {}),
        },
        loginHint,
      )
    })

  /**
   * The properties of a link that starts signing in. If it is followed before this script has loaded,
   * `useSignInLink` finds its fragment.
   */
  const signInLink = (intent: 'login' | 'teacher') => ({
    href: intent === 'login' ? '#sign-in' : '#create-profile/',
    'aria-disabled': state.busy || undefined,
    onClick: (event: MouseEvent) => {
      if (opensElsewhere(event)) return
      event.preventDefault()
      if (!state.busy) void startSignIn(intent)
    },
  })

  const goHome = () =>
    perform(async () => {
      // oxlint-disable-next-line no-restricted-imports -- loaded on demand
      const { resolveHomePath } = await import('@/session/resolveHomePath')
      window.location.assign(await resolveHomePath(visitor.ref))
    })

  const logout = () =>
    perform(async () => {
      // oxlint-disable-next-line no-restricted-imports -- loaded on demand
      const { signOut } = await import('@/session/signOut')
      await signOut()
    })

  return { visitor, enter: startSignIn, signInLink, goHome, logout }
}

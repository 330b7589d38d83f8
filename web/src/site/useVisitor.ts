import { useEffect, useState } from 'react'

export interface Visitor {
  signedIn: boolean
  /** The invite code of the link that brought the person here. */
  ref: string | null
  /** Signing in or out could not be started. */
  failed: boolean
  busy: boolean
}

type Intent = 'login' | 'student' | 'teacher'

/** Who looks at the site, and the ways into the app. The code for signing in is loaded on the first press. */
export function useVisitor() {
  const [visitor, setVisitor] = useState<Visitor>({ signedIn: false, ref: null, failed: false, busy: false })

  useEffect(() => {
    const ref = new URLSearchParams(window.location.search).get('ref')
    const signedIn = Object.keys(localStorage).some((key) => key.startsWith('oidc.user:'))
    setVisitor((before) => ({ ...before, signedIn, ref }))
  }, [])

  const leave = async (go: () => Promise<void>) => {
    setVisitor((before) => ({ ...before, busy: true, failed: false }))
    try {
      await go()
    } catch {
      setVisitor((before) => ({ ...before, busy: false, failed: true }))
    }
  }

  const enter = (intent: Intent) =>
    leave(async () => {
      const { signIn } = await import('@/session/signIn')
      await signIn({ intent, ...(visitor.ref ? { ref: visitor.ref } : {}) })
    })

  const goHome = () =>
    leave(async () => {
      const { homeAddress } = await import('@/session/homeAddress')
      window.location.assign(await homeAddress(visitor.ref))
    })

  const logout = () =>
    leave(async () => {
      const { signOut } = await import('@/session/signOut')
      await signOut()
    })

  return { visitor, enter, goHome, logout }
}

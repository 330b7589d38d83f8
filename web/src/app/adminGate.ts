import { redirect } from '@tanstack/react-router'

interface Ways {
  /** Starts loading the code of the page. */
  preload: () => Promise<unknown>
  /** Asks whether an administrator is signed in. */
  enter?: () => Promise<boolean>
}

const ask = async () => (await import('./enterAdmin')).enterAdmin()

/** The back office is for administrators, its sign-in for everybody else. */
export function adminGate(inside: boolean, { preload, enter = ask }: Ways) {
  return async (): Promise<void> => {
    preload().catch(() => undefined)
    // Whoever could not be asked about may try to sign in.
    const isAdmin = await (inside ? enter() : enter().catch(() => false))
    if (isAdmin !== inside) throw redirect({ to: inside ? '/admin-login' : '/admin', replace: true })
  }
}

import { redirect } from '@tanstack/react-router'

interface GuardDependencies {
  /** Starts loading the code of the page. */
  preload: () => Promise<unknown>
  /** Asks whether an administrator is signed in. */
  checkAccess?: () => Promise<boolean>
}

const checkAdminAccessLazily = async () => (await import('./checkAdminAccess')).checkAdminAccess()

/**
 * Route guard: the admin area is for administrators, its sign-in page for everyone else. The hash,
 * which selects the section, is kept through sign-in (D43).
 */
export function adminGuard(
  requiresAdmin: boolean,
  { preload, checkAccess = checkAdminAccessLazily }: GuardDependencies,
) {
  return async ({ location }: { location: { hash: string } }): Promise<void> => {
    preload().catch(() => undefined)
    // If the server cannot be reached, the sign-in page is shown.
    const isAdmin = await (requiresAdmin ? checkAccess() : checkAccess().catch(() => false))
    if (isAdmin !== requiresAdmin)
      throw redirect({
        to: requiresAdmin ? '/admin-login' : '/admin',
        hash: location.hash,
        replace: true,
      })
  }
}

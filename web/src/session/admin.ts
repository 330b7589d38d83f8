import { fetchAdmin, logIn, logOut, logOutEverywhere } from '@/api/admin'
import type { AdminLoginRequest } from '@/api/adminTypes'
import { isApiError } from '@/api/error'
import { clearReplyDrafts } from '@/lib/replyDrafts'

/** Local storage flag of SPEC §4. Without it no request is sent; with it the server decides (D7). */
const FLAG = 'tala.admin'
let hasEnded = false

/** Whether an administrator is signed in. Throws if the server cannot be reached. */
export async function isAdmin(): Promise<boolean> {
  if (localStorage.getItem(FLAG) === null) return false
  try {
    await fetchAdmin()
    return true
  } catch (error) {
    if (!isApiError(error) || error.status !== 401) throw error
    endAdminSession()
    return false
  }
}

export async function signInAdmin(credentials: AdminLoginRequest): Promise<void> {
  await logIn(credentials)
  hasEnded = false
  localStorage.setItem(FLAG, 'true')
}

export const signOutAdmin = (): Promise<void> => logOut().then(clearAdminFlag)

/** Ends the sessions in all browsers, including this one. */
export const signOutAdminEverywhere = (): Promise<void> => logOutEverywhere().then(clearAdminFlag)

/** Records that the server has ended the session. The sign-in page says so. */
export function endAdminSession(): void {
  clearAdminFlag()
  hasEnded = true
}

/** Whether the server has ended the session since the last sign-in. */
export const hasAdminSessionEnded = (): boolean => hasEnded

function clearAdminFlag(): void {
  hasEnded = false
  localStorage.removeItem(FLAG)
  // Another administrator may sign in next.
  clearReplyDrafts()
}

import { fetchAdmin, logIn, logOut, logOutEverywhere } from '@/api/admin'
import type { AdminLoginRequest } from '@/api/adminTypes'
import { isApiError } from '@/api/error'

/** Local storage flag of SPEC §4. Without it no request is sent; with it the server decides (D7). */
const FLAG = 'tala.admin'

/** Whether an administrator is signed in. Throws if the server cannot be reached. */
export async function isAdmin(): Promise<boolean> {
  if (localStorage.getItem(FLAG) === null) return false
  try {
    await fetchAdmin()
    return true
  } catch (error) {
    if (!isApiError(error) || error.status !== 401) throw error
    clearAdminFlag()
    return false
  }
}

export async function signInAdmin(credentials: AdminLoginRequest): Promise<void> {
  await logIn(credentials)
  localStorage.setItem(FLAG, 'true')
}

export async function signOutAdmin(): Promise<void> {
  await logOut()
  clearAdminFlag()
}

/** Ends the sessions in all browsers, including this one. */
export async function signOutAdminEverywhere(): Promise<void> {
  await logOutEverywhere()
  clearAdminFlag()
}

/** Removes the flag after the server has ended the session. */
export function clearAdminFlag(): void {
  localStorage.removeItem(FLAG)
}

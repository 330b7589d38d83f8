import { logIn, logOut, logOutEverywhere, readAdmin } from '@/api/admin'
import type { AdminCredentials } from '@/api/adminTypes'
import { isApiError } from '@/api/error'

/** The browser's flag of SPEC §4. It spares a question that would be answered by no; the server decides (D7). */
const FLAG = 'tala.admin'

/** Whether an administrator is signed in. Fails when the server cannot be asked. */
export async function isAdmin(): Promise<boolean> {
  if (localStorage.getItem(FLAG) === null) return false
  try {
    await readAdmin()
    return true
  } catch (error) {
    if (!isApiError(error) || error.status !== 401) throw error
    forgetAdmin()
    return false
  }
}

export async function signInAdmin(credentials: AdminCredentials): Promise<void> {
  await logIn(credentials)
  localStorage.setItem(FLAG, 'true')
}

export async function signOutAdmin(): Promise<void> {
  await logOut()
  forgetAdmin()
}

/** Ends the sessions of all browsers, this one's too. */
export async function signOutAdminEverywhere(): Promise<void> {
  await logOutEverywhere()
  forgetAdmin()
}

/** The server knows this browser's administrator no more. */
export function forgetAdmin(): void {
  localStorage.removeItem(FLAG)
}

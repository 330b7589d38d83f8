import { call } from './client'
import { deleteAccount as deleteAccountCall, exportAccount as exportAccountCall } from './gen/sdk.gen'

/** All that is known of the signed-in person. */
export const exportAccount = () => call(exportAccountCall())

/** Deletes the signed-in person's account; the address is their own, typed once more. */
export const deleteAccount = (email: string) => call(deleteAccountCall({ body: { email } }))

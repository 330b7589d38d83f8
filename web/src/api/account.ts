import { call } from './client'
import { deleteAccount as deleteAccountCall, exportAccount as exportAccountCall } from './gen/sdk.gen'

/** Exports all stored data of the signed-in user. */
export const exportAccount = () => call(exportAccountCall())

/** Deletes the signed-in user's account. `email` is their address, typed again as confirmation. */
export const deleteAccount = (email: string) => call(deleteAccountCall({ body: { email } }))

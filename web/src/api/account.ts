import { call } from './client'
import * as sdk from './gen/sdk.gen'

/** Exports all stored data of the signed-in user. */
export const exportAccount = () => call(sdk.exportAccount())

/** Deletes the signed-in user's account. `email` is their address, typed again as confirmation. */
export const deleteAccount = (email: string) => call(sdk.deleteAccount({ body: { email } }))

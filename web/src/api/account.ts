import { queryOptions } from '@tanstack/react-query'
import { call } from './client'
import * as sdk from './gen/sdk.gen'
import type { UpdateAccountRequest } from './gen/types.gen'
import { keys } from './keys'

export type { Account } from './gen/types.gen'

export const accountQuery = () =>
  queryOptions({ queryKey: keys.account, queryFn: ({ signal }) => call(sdk.getAccount({ signal })) })

/** Saves the given fields; the others keep their values. */
export const saveAccount = (body: UpdateAccountRequest) => call(sdk.updateAccount({ body }))

/** Accepts the terms of a version, which must be the current one. */
export const acceptTerms = (version: string) => call(sdk.acceptTerms({ body: { version } }))

/** Exports all stored data of the signed-in user. */
export const exportAccount = () => call(sdk.exportAccount())

/** Deletes the signed-in user's account. `email` is their address, typed again as confirmation. */
export const deleteAccount = (email: string) => call(sdk.deleteAccount({ body: { email } }))

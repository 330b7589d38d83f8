/**
 * Remembers in this tab who has answered to be under 18, so that neither going back nor a reload
 * offers to give another date. The answer is not sent to the server.
 */
import { readStored, store } from '@/lib/browserStorage'

const KEY = 'tala.stated-underage'

export const hasStatedUnderage = (personId: string): boolean => readStored('sessionStorage', KEY) === personId

export const storeStatedUnderage = (personId: string): void => store('sessionStorage', KEY, personId)

import { useQuery } from '@tanstack/react-query'
import { adminQuery } from '@/api/admin'
import { adminActsCopy } from '@/copy/adminActs'

/** Who looks after what: support after people and classes, finance after money. Owners may everything; the server decides. */
export type Desk = 'support' | 'finance'

/** Why whoever is signed in may not act at that desk, or `null` if they may. */
export function useRefusal(desk: Desk): string | null {
  const role = useQuery(adminQuery()).data?.role
  return role === undefined || role === 'owner' || role === desk ? null : adminActsCopy.notYours[desk]
}

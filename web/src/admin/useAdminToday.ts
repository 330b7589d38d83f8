import { useQuery } from '@tanstack/react-query'
import { overviewQuery } from '@/api/admin'
import { today } from '@/lib/time'
import { ADMIN_ZONE } from './adminZone'

/** The current day in India by the server's clock, which decides; by the browser's until it is known. */
export function useAdminToday(): string {
  return useQuery(overviewQuery()).data?.today ?? today(ADMIN_ZONE)
}

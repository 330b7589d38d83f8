import { useQuery } from '@tanstack/react-query'
import { adminQuery } from '@/api/admin'
import { adminActionsCopy } from '@/copy/adminActions'

/**
 * Departments of administrators: support for people and classes, finance for money. Owners may do
 * everything; the server decides.
 */
export type Department = 'support' | 'finance'

/** Why the administrator may not act for a department, or `null` if they may. */
export function useDisabledReason(department: Department): string | null {
  const role = useQuery(adminQuery()).data?.role
  return role === undefined || role === 'owner' || role === department
    ? null
    : adminActionsCopy.roleRequired[department]
}

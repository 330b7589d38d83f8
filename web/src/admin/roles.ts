import { useQuery } from '@tanstack/react-query'
import { adminQuery } from '@/api/admin'
import { adminActionsCopy } from '@/copy/adminActions'

/**
 * Departments of administrators: support for people and classes, finance for money, owners for
 * administrators. Owners may do everything; the server decides.
 */
export type Department = 'support' | 'finance' | 'owner'

/** Why the administrator may not act for a department, or `null` if they may. */
export function useDisabledReason(department: Department): string | null {
  const role = useQuery(adminQuery()).data?.role
  return role === undefined || role === 'owner' || role === department
    ? null
    : adminActionsCopy.roleRequired[department]
}

import type { AdminOwed } from '@/api/adminPayouts'

/** The amounts that a payout run would pay today. */
export function dueNow(owed: readonly AdminOwed[]): { amount: number; currency: string }[] {
  return owed
    .filter(({ hasAccount, due }) => hasAccount && due > 0)
    .map(({ due, currency }) => ({ amount: due, currency }))
}

import { formatAmounts } from '@/admin/formatAmounts'
import { dueNow } from '@/admin/payouts/dueNow'
import type { AdminOwed } from '@/api/adminPayouts'
import type { AdminOverview } from '@/api/adminTypes'
import { adminTodayCopy } from '@/copy/adminToday'

const copy = adminTodayCopy.needs

export interface Need {
  key: string
  text: string
  amount?: string
  href: string
  /** Something is broken. */
  isUrgent?: boolean
}

/**
 * What needs an administrator: broken things first, then people who wait, then money, then the rest.
 * Applications are left out for administrators who may not review them.
 */
export function listNeeds(
  figures: AdminOverview,
  owed: readonly AdminOwed[],
  { reviews }: { reviews: boolean },
): Need[] {
  const due = dueNow(owed)
  const withoutAccount = new Set(owed.filter((row) => !row.hasAccount).map((row) => row.teacherId))
  const { outbox, worker, ledger, payoutsToPay } = figures
  const needs: (Need | false)[] = [
    worker.silent && { key: 'worker', text: copy.workerStopped, href: '#outbox?state=due', isUrgent: true },
    ledger.findings > 0 && {
      key: 'books',
      text: copy.ledger(ledger.findings),
      href: '#books',
      isUrgent: true,
    },
    figures.failedRefunds > 0 && {
      key: 'refunds',
      text: copy.refunds(figures.failedRefunds),
      href: '#refunds?state=failed',
      isUrgent: true,
    },
    outbox.dead > 0 && { key: 'outbox', text: copy.dead(outbox.dead), href: '#outbox', isUrgent: true },
    figures.unansweredMessages > 0 && {
      key: 'messages',
      text: copy.messages(figures.unansweredMessages),
      href: '#messages',
    },
    reviews &&
      figures.pendingTeachers > 0 && {
        key: 'approvals',
        text: copy.applications(figures.pendingTeachers),
        href: '#approvals',
      },
    due.length > 0 && {
      key: 'due',
      text: copy.due(due.length),
      amount: formatAmounts(due),
      href: '#payouts',
    },
    payoutsToPay > 0 && {
      key: 'toPay',
      text: copy.toPay(payoutsToPay),
      amount: formatAmounts(figures.payoutsSum),
      href: '#payouts',
    },
    withoutAccount.size > 0 && {
      key: 'noAccount',
      text: copy.noAccount(withoutAccount.size),
      href: '#payouts?state=owed',
    },
    figures.waitlist > 0 && { key: 'waitlist', text: copy.waitlist(figures.waitlist), href: '#waitlist' },
  ]
  return needs.filter((need) => need !== false)
}

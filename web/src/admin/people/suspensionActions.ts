import { formatAmounts } from '@/admin/formatAmounts'
import { cancelClasses, refundUnspentCredits } from '@/api/adminPeople'
import { adminPeopleCopy } from '@/copy/adminPeople'
import { adminSuspensionCopy } from '@/copy/adminSuspension'
import { toastSuccess } from '@/ui/toast'

/** Cancels a person's upcoming classes in as many calls as are needed, and shows the number of each. */
export async function cancelAllClasses(id: string, reason: string): Promise<void> {
  const { cancelled, more } = await cancelClasses(id, reason)
  if (cancelled > 0) toastSuccess(adminPeopleCopy.cancelClasses.count(cancelled))
  if (more) await cancelAllClasses(id, reason)
}

/** Refunds unspent credits with a suspended teacher in as many calls as are needed. */
export async function refundAllCredits(id: string, reason: string): Promise<void> {
  const { credits, refunded, more } = await refundUnspentCredits(id, reason)
  const copy = adminSuspensionCopy.credits
  toastSuccess(credits > 0 ? copy.refunded(credits, formatAmounts(refunded)) : copy.nothing)
  if (more) await refundAllCredits(id, reason)
}

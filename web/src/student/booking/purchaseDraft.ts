/** The purchase that the end of a sign-in has interrupted, kept in this tab until the next page. */
import { useEffect, useEffectEvent } from 'react'
import type { PackageSize } from '@/api/types'
import { studentCopy } from '@/copy/student'
import { readStored, store } from '@/lib/browserStorage'
import { PURCHASE_DRAFT_KEY } from '@/lib/draftKeys'
import { onSignInAgain } from '@/lib/signInAgain'
import { usePerson } from '@/session/useSession'
import { toastWarning } from '@/ui/toast'
import type { PaymentMethod } from './PaymentMethodChoice'

/** What the student entered in the dialog. */
export interface PurchaseDraft {
  item: { kind: 'class'; slotId: string } | { kind: 'package'; size: PackageSize }
  phone: string
  coupon: string | null
  /** For a class; `null` until the student chooses. */
  method: PaymentMethod | null
}

interface StoredDraft extends PurchaseDraft {
  /** Other users of the browser must not see it. */
  studentId: string
}

/**
 * Stores the draft if the sign-in ends while the dialog is open. `null` if an order may exist: the
 * server knows it, and it is resumed instead.
 */
export function useKeepPurchase(draft: PurchaseDraft | null): void {
  const { id } = usePerson()
  const keep = useEffectEvent(() => {
    if (draft) store('sessionStorage', PURCHASE_DRAFT_KEY, { ...draft, studentId: id } satisfies StoredDraft)
  })
  useEffect(() => onSignInAgain(() => keep()), [])
}

/**
 * Passes the draft of the page before the sign-in to `restore`, once everything has loaded, and says
 * that nothing was charged.
 */
export function useRestoredPurchase(isLoaded: boolean, restore: (draft: PurchaseDraft) => void): void {
  const { id } = usePerson()
  const restoreStored = useEffectEvent(() => {
    const draft = takePurchaseDraft(id)
    if (!draft) return
    toastWarning(studentCopy.signedOut)
    restore(draft)
  })
  useEffect(() => {
    if (isLoaded) restoreStored()
  }, [isLoaded])
}

function takePurchaseDraft(studentId: string): PurchaseDraft | null {
  const stored = readStored('sessionStorage', PURCHASE_DRAFT_KEY)
  store('sessionStorage', PURCHASE_DRAFT_KEY, null)
  return isStoredDraft(stored) && stored.studentId === studentId ? stored : null
}

function isStoredDraft(value: unknown): value is StoredDraft {
  return typeof value === 'object' && value !== null && 'studentId' in value && 'item' in value
}

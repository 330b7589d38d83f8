/** The purchase that the end of a sign-in has interrupted, kept in this tab until the next page. */
import { useEffect, useEffectEvent } from 'react'
import type { PackageSize } from '@/api/types'
import { studentCopy } from '@/copy/student'
import { PURCHASE_DRAFT_KEY } from '@/lib/purchaseDraftKey'
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
  const store = useEffectEvent(() => {
    if (!draft) return
    const stored: StoredDraft = { ...draft, studentId: id }
    try {
      sessionStorage.setItem(PURCHASE_DRAFT_KEY, JSON.stringify(stored))
    } catch {
      // Without storage, the student chooses again.
    }
  })
  useEffect(() => onSignInAgain(() => store()), [])
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
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(PURCHASE_DRAFT_KEY) ?? 'null')
    sessionStorage.removeItem(PURCHASE_DRAFT_KEY)
    return isStoredDraft(stored) && stored.studentId === studentId ? stored : null
  } catch {
    return null
  }
}

function isStoredDraft(value: unknown): value is StoredDraft {
  return typeof value === 'object' && value !== null && 'studentId' in value && 'item' in value
}

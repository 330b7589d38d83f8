import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { validateCoupon } from '@/api/coupons'
import { isApiError } from '@/api/error'
import { serverFirstErrorText } from '@/api/errorText'
import { quoteQuery } from '@/api/payments'
import type { Quote, QuoteRequest } from '@/api/types'
import { checkoutCopy } from '@/copy/checkout'
import type { Purchase } from './checkout'

const copy = checkoutCopy.coupon

export interface CouponControl {
  /** The code in the field. */
  code: string
  setCode: (code: string) => void
  /** The code of which the price is shown; `null` if none. */
  applied: string | null
  /** Why no coupon is applied. */
  error: string | null
  checking: boolean
  apply: () => void
  /**
   * Called before paying: applies a code that was entered but not applied. Returns true if there is one: the displayed price is then not
   * final. A rejected code is ignored, so that the class can be paid without it.
   */
  applyPendingCode: () => boolean
  /** With `reason`, shown as the error: the server rejected the coupon when the order was confirmed. */
  remove: (reason?: string) => void
}

export interface PriceControl {
  quote: Quote | undefined
  /** Why there is no price. */
  error: string | null
  retry: () => void
  coupon: CouponControl
}

interface PriceOptions {
  enabled?: boolean
  /** The initial coupon, from the draft that is kept when the sign-in ends. */
  coupon?: string | null
}

/** The server's price of a purchase, with the coupon that the student enters. */
export function usePrice(
  purchase: Purchase,
  { enabled = true, coupon = null }: PriceOptions = {},
): PriceControl {
  const client = useQueryClient()
  const [applied, setApplied] = useState(coupon)
  const [code, setCode] = useState('')
  const [error, setError] = useState<string | null>(null)
  const price = useQuery({ ...quoteQuery(quoteRequestOf(purchase, applied)), enabled })

  const checking = useMutation({
    mutationFn: async (entered: string) => {
      await validateCoupon(entered)
      return entered
    },
    onSuccess: async (valid) => {
      try {
        // Fetched before the code is shown, so that the old price stays until the new one is known.
        await client.fetchQuery({ ...quoteQuery(quoteRequestOf(purchase, valid)), networkMode: 'always' })
        setApplied(valid)
      } catch (failure) {
        setError(isRejection(failure) ? serverFirstErrorText(failure, copy.invalidOnOrder) : copy.notApplied)
      }
    },
    onError: (failure) =>
      setError(isRejection(failure) ? serverFirstErrorText(failure, copy.invalid) : copy.failed),
  })

  const apply = () => {
    const typed = code.trim().toUpperCase()
    if (checking.isPending) return
    setError(typed ? null : copy.empty)
    if (typed) checking.mutate(typed)
  }

  return {
    quote: price.data,
    error: price.error && !price.data ? serverFirstErrorText(price.error, checkoutCopy.price.failed) : null,
    retry: () => void price.refetch(),
    coupon: {
      code,
      setCode: (text) => {
        setCode(text.toUpperCase())
        setError(null)
      },
      applied,
      error,
      checking: checking.isPending,
      apply,
      applyPendingCode: () => {
        const isPending = !applied && !error && code.trim() !== ''
        if (isPending) apply()
        return isPending
      },
      remove: (reason) => {
        setApplied(null)
        setCode('')
        setError(reason ?? null)
      },
    },
  }
}

/** The quote request of a purchase; also part of its query key. */
export function quoteRequestOf(purchase: Purchase, coupon: string | null): QuoteRequest {
  const code = coupon ? { couponCode: coupon } : {}
  if (purchase.kind === 'package') return { packageSize: purchase.size, ...code }
  return { slotId: purchase.slot._id, dateTime: purchase.slot.dateTime, ...code }
}

/** The server refused the request; anything else is a technical failure. */
function isRejection(error: unknown): boolean {
  return isApiError(error) && !error.isTransient && error.code !== 'unreadable_reply'
}

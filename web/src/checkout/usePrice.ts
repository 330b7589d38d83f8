import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { validateCoupon } from '@/api/coupons'
import { isApiError } from '@/api/error'
import { serverText } from '@/api/errorText'
import { quoteQuery } from '@/api/payments'
import type { Quote, QuoteRequest } from '@/api/types'
import { checkoutCopy } from '@/copy/checkout'
import type { Purchase } from './checkout'

const copy = checkoutCopy.coupon

export interface CouponControl {
  /** The code that counts, once it has been found good. */
  applied: string | null
  /** Why the last code does not count. */
  error: string | null
  checking: boolean
  apply: (code: string) => void
  remove: (because?: string) => void
  clearError: () => void
}

export interface PriceControl {
  quote: Quote | undefined
  /** Why there is no price. */
  error: string | null
  retry: () => void
  coupon: CouponControl
}

/** The price of a purchase as the server has it, with the coupon that the student enters. */
export function usePrice(purchase: Purchase, enabled = true): PriceControl {
  const client = useQueryClient()
  const [applied, setApplied] = useState<string | null>(null)
  const [error, setError] = useState<string | null>(null)
  const price = useQuery({ ...quoteQuery(priceOf(purchase, applied)), enabled })

  const checking = useMutation({
    mutationFn: async (code: string) => {
      await validateCoupon(code)
      return code
    },
    onSuccess: async (code) => {
      try {
        // Read before it is shown, so that the old price stands until the new one is there.
        await client.fetchQuery(quoteQuery(priceOf(purchase, code)))
        setApplied(code)
      } catch (failure) {
        setError(refused(failure) ? serverText(failure, copy.invalidOnOrder) : copy.notApplied)
      }
    },
    onError: (failure) => setError(refused(failure) ? serverText(failure, copy.invalid) : copy.failed),
  })

  return {
    quote: price.data,
    error: price.error && !price.data ? serverText(price.error, checkoutCopy.price.failed) : null,
    retry: () => void price.refetch(),
    coupon: {
      applied,
      error,
      checking: checking.isPending,
      apply: (text) => {
        const code = text.trim().toUpperCase()
        if (checking.isPending) return
        setError(code ? null : copy.empty)
        if (code) checking.mutate(code)
      },
      remove: (because) => {
        setApplied(null)
        setError(because ?? null)
      },
      clearError: () => setError(null),
    },
  }
}

/** What the server is asked for the price of; also the key under which the answer is kept. */
export function priceOf(purchase: Purchase, coupon: string | null): QuoteRequest {
  const code = coupon ? { couponCode: coupon } : {}
  if (purchase.kind === 'package') return { packageSize: purchase.size, ...code }
  return { slotId: purchase.slot._id, dateTime: purchase.slot.dateTime, ...code }
}

/** The server looked at it and said no; anything else is a failure of ours. */
function refused(error: unknown): boolean {
  return isApiError(error) && !error.isTransient && error.code !== 'unreadable_reply'
}

/** The calls of a checkout, the same way for a class and for a package. */
import { bulkPurchase, createBooking, paymentSuccess, paymentSuccessBulk } from '@/api/payments'
import type { Booking, Order, PaymentProof } from '@/api/types'
import type { OrderRequest, Purchase } from './checkout'

export interface Buyer {
  id: string
  name: string
  email: string
  phone: string
  /** The invite code of the address, where there is one. */
  referralCode?: string | undefined
}

interface Placed {
  order: Order
  booking: Booking | null
}

export async function placeOrder(purchase: Purchase, request: OrderRequest, buyer: Buyer): Promise<Placed> {
  const { quote, coupon, phone } = request
  const price = { paymentAmount: quote.total, currency: quote.currency, studentEmail: buyer.email }
  if (purchase.kind === 'package') {
    const { order } = await bulkPurchase({
      ...price,
      packageSize: purchase.size,
      studentPhone: phone.trim() || null,
      discountApplied: quote.discountAmount,
      discountPercent: quote.discountPercent,
      couponCode: coupon,
      isPromotion: quote.serviceFeeWaived > 0,
    })
    return { order, booking: null }
  }
  const { slot } = purchase
  const { order, booking } = await createBooking({
    ...price,
    slotId: slot._id,
    dateTime: slot.dateTime,
    studentName: buyer.name,
    studentPhone: phone.trim() || null,
    couponApplied: coupon,
    teacherId: slot.teacherId,
    isVirtualSlot: slot.isVirtualSlot,
    ...(buyer.referralCode ? { referralCode: buyer.referralCode } : {}),
  })
  return { order, booking }
}

/** Hands the provider's word on to the server. */
export async function confirmPayment(order: Order, proof: PaymentProof): Promise<Placed> {
  if (order.purpose === 'class') return paymentSuccess(proof)
  return { order: (await paymentSuccessBulk(proof)).order, booking: null }
}

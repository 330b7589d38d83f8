/** API calls of the checkout, with the same interface for classes and packages. */
import { bulkPurchase, createBooking, paymentSuccess, paymentSuccessBulk } from '@/api/payments'
import type { Booking, Order, PaymentSuccessRequest } from '@/api/types'
import type { OrderRequest, Purchase } from './checkout'

export interface Buyer {
  id: string
  name: string
  email: string
  phone: string
  /** The invite code in the URL, if any. */
  referralCode?: string | undefined
}

interface PlacedOrder {
  order: Order
  booking: Booking | null
}

export async function placeOrder(
  purchase: Purchase,
  request: OrderRequest,
  buyer: Buyer,
): Promise<PlacedOrder> {
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

/** Submits the provider's proof of payment to the server. */
export async function confirmPayment(order: Order, proof: PaymentSuccessRequest): Promise<PlacedOrder> {
  if (order.purpose === 'class') return paymentSuccess(proof)
  return { order: (await paymentSuccessBulk(proof)).order, booking: null }
}

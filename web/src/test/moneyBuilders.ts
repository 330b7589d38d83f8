/** Test data: quotes, orders and receipts. */
import type { CancellationPolicy, Order, Quote, Receipt } from '@/api/types'
import { aSlot } from './builders'

export const payments = {
  keyId: 'rzp_test_key',
  checkoutScript: 'https://provider.example/checkout.js',
  testMode: true,
  provider: 'Razorpay',
}

export function aQuote(overrides: Partial<Quote> = {}): Quote {
  return {
    currency: 'INR',
    packageSize: 0,
    creditCost: 1,
    basePrice: 999,
    discountPercent: 0,
    discountAmount: 0,
    discountedPrice: 999,
    serviceFee: 0,
    serviceFeePercent: 10,
    serviceFeeWaived: 99.9,
    razorpayFee: 23.98,
    razorpayFeePercent: 2.4,
    total: 1022.98,
    totalMinor: 102_298,
    pricePerClass: 999,
    couponCode: null,
    expiryDays: null,
    policy: aPolicy(),
    ...overrides,
  }
}

export function aPolicy(overrides: Partial<CancellationPolicy> = {}): CancellationPolicy {
  return {
    paidWith: 'money',
    refundUntil: '2026-11-22T20:00:00Z',
    creditUntil: '2026-11-23T08:00:00Z',
    sentence: 'Cancel before Sun 22 Nov, 8:00 pm: money back. After that a class credit. Later: nothing.',
    lines: [],
    outcomeNow: 'refund',
    mayReschedule: true,
    ...overrides,
  }
}

export function anOrder(overrides: Partial<Order> = {}): Order {
  const slot = aSlot()
  return {
    _id: 'order-1',
    purpose: 'class',
    state: 'open',
    reason: null,
    quote: aQuote(),
    orderId: 'order_Provider1',
    keyId: 'rzp_test_key',
    amount: 102_298,
    currency: 'INR',
    slotId: 'a',
    dateTime: '2026-11-23T20:00:00Z',
    movedTo: null,
    teacherName: 'Padma Subrahmanyam',
    classTypeKey: slot.classTypeKey,
    isVirtualSlot: true,
    packageSize: 0,
    heldUntil: '2026-11-20T09:15:00Z',
    bookingId: null,
    createdAt: '2026-11-20T09:00:00Z',
    paidAt: null,
    receiptNumber: null,
    paymentMethod: null,
    refunds: [],
    ...overrides,
  }
}

export function aReceipt(overrides: Partial<Receipt> = {}): Receipt {
  return {
    receiptNumber: 123,
    issuedAt: '2026-11-20T09:01:00Z',
    seller: { name: 'Tala', address: '1 Temple Street\nChennai', supportEmail: 'support@tala.example' },
    buyer: { name: 'Meera Iyer', email: 'meera@example.com' },
    lines: [
      { label: 'Private class', amount: 999 },
      { label: 'Payment provider fee (2.4%)', amount: 23.98 },
    ],
    total: 1022.98,
    currency: 'INR',
    paymentMethod: 'upi',
    paymentId: 'pay_1',
    paidAt: '2026-11-20T09:01:00Z',
    order: anOrder({ state: 'booked' }),
    ...overrides,
  }
}

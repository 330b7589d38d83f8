import { type ComponentType, lazy } from 'react'
import { Approvals } from './approvals/Approvals'
import type { Section } from './sections'

interface Pages {
  /** All of them. */
  all: ComponentType
  /** One of them, where there is such a page. */
  one?: ComponentType<{ id: string }>
}

/** What each section shows; all but the first are fetched when they are opened. */
export const pages: Record<Section, Pages> = {
  approvals: { all: Approvals },
  people: {
    all: lazy(async () => ({ default: (await import('./people/People')).People })),
    one: lazy(async () => ({ default: (await import('./people/PersonPage')).PersonPage })),
  },
  bookings: {
    all: lazy(async () => ({ default: (await import('./bookings/Bookings')).Bookings })),
    one: lazy(async () => ({ default: (await import('./bookings/BookingPage')).BookingPage })),
  },
  messages: {
    all: lazy(async () => ({ default: (await import('./messages/Messages')).Messages })),
    one: lazy(async () => ({ default: (await import('./messages/MessagePage')).MessagePage })),
  },
  waitlist: { all: lazy(async () => ({ default: (await import('./waitlist/Waitlist')).Waitlist })) },
  referrals: { all: lazy(async () => ({ default: (await import('./referrals/Referrals')).Referrals })) },
  orders: {
    all: lazy(async () => ({ default: (await import('./orders/Orders')).Orders })),
    one: lazy(async () => ({ default: (await import('./orders/OrderPage')).OrderPage })),
  },
  refunds: { all: lazy(async () => ({ default: (await import('./orders/Refunds')).Refunds })) },
  payouts: {
    all: lazy(async () => ({ default: (await import('./payouts/Payouts')).Payouts })),
    one: lazy(async () => ({ default: (await import('./payouts/PayoutPage')).PayoutPage })),
  },
  coupons: { all: lazy(async () => ({ default: (await import('./coupons/Coupons')).Coupons })) },
  outbox: { all: lazy(async () => ({ default: (await import('./outbox/Outbox')).Outbox })) },
  books: { all: lazy(async () => ({ default: (await import('./books/Books')).Books })) },
  audit: { all: lazy(async () => ({ default: (await import('./audit/AuditLog')).AuditLog })) },
  account: { all: lazy(async () => ({ default: (await import('./account/Account')).Account })) },
}

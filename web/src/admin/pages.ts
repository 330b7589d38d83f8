import { type ComponentType, lazy } from 'react'
import type { AdminSection } from './sections'
import { Today } from './today/Today'

interface SectionPages {
  /** The list of all items. */
  list: ComponentType
  /** The page of one item, if the section has one. */
  detail?: ComponentType<{ id: string }>
}

/** Pages of each section; all but the first are loaded on demand. */
export const pages: Record<AdminSection, SectionPages> = {
  today: { list: Today },
  approvals: { list: lazy(async () => ({ default: (await import('./approvals/Approvals')).Approvals })) },
  people: {
    list: lazy(async () => ({ default: (await import('./people/People')).People })),
    detail: lazy(async () => ({ default: (await import('./people/PersonPage')).PersonPage })),
  },
  bookings: {
    list: lazy(async () => ({ default: (await import('./bookings/Bookings')).Bookings })),
    detail: lazy(async () => ({ default: (await import('./bookings/BookingPage')).BookingPage })),
  },
  messages: {
    list: lazy(async () => ({ default: (await import('./messages/Messages')).Messages })),
    detail: lazy(async () => ({
      default: (await import('./messages/SupportMessagePage')).SupportMessagePage,
    })),
  },
  waitlist: { list: lazy(async () => ({ default: (await import('./waitlist/Waitlist')).Waitlist })) },
  referrals: { list: lazy(async () => ({ default: (await import('./referrals/Referrals')).Referrals })) },
  orders: {
    list: lazy(async () => ({ default: (await import('./orders/Orders')).Orders })),
    detail: lazy(async () => ({ default: (await import('./orders/OrderPage')).OrderPage })),
  },
  refunds: { list: lazy(async () => ({ default: (await import('./orders/Refunds')).Refunds })) },
  payouts: {
    list: lazy(async () => ({ default: (await import('./payouts/AdminPayouts')).AdminPayouts })),
    detail: lazy(async () => ({ default: (await import('./payouts/PayoutPage')).PayoutPage })),
  },
  coupons: { list: lazy(async () => ({ default: (await import('./coupons/Coupons')).Coupons })) },
  outbox: { list: lazy(async () => ({ default: (await import('./outbox/Outbox')).Outbox })) },
  books: { list: lazy(async () => ({ default: (await import('./ledger/LedgerChecks')).LedgerChecks })) },
  audit: { list: lazy(async () => ({ default: (await import('./audit/AuditLog')).AuditLog })) },
  admins: { list: lazy(async () => ({ default: (await import('./admins/Admins')).Admins })) },
  account: { list: lazy(async () => ({ default: (await import('./account/AdminAccount')).AdminAccount })) },
}

import type { QueryClient } from '@tanstack/react-query'
import type { QuoteRequest } from './gen/types.gen'
import { invalidate } from './queryClient'

/**
 * Query keys of all server data. The first element is the resource, so that it can be invalidated
 * as a whole.
 */
export const keys = {
  config: ['config'] as const,
  account: ['account'] as const,
  userStatus: (email: string) => ['user-status', email] as const,
  teacherByCode: (code: string) => ['teacher-by-referral', code] as const,
  referralCode: (email: string) => ['referral-code', email] as const,
  teacher: (id: string) => ['teacher', id] as const,
  studentProfile: (email: string) => ['student-profile', email] as const,
  creditHistory: (studentId: string) => ['credit-history', studentId] as const,
  slots: (teacherId: string, zone: string) => ['slots', teacherId, zone] as const,
  invitedSlots: (code: string, zone: string) => ['slots', 'code', code, zone] as const,
  availability: (teacherId: string) => ['availability', teacherId] as const,
  bookings: (who: string) => ['bookings', who] as const,
  quote: (of: QuoteRequest) => ['quote', of] as const,
  orders: ['orders'] as const,
  order: (id: string) => ['orders', id] as const,
  receipt: (id: string) => ['orders', id, 'receipt'] as const,
  activeClasses: ['active-classes'] as const,
  referrals: ['referrals'] as const,
  feed: ['calendar-feed'] as const,
}

/** Invalidates what a booking, payment or cancellation changes: slots, credits, classes and payments. */
export async function invalidateAfterBooking(client: QueryClient): Promise<void> {
  const resources = ['slots', 'student-profile', 'credit-history', 'bookings', 'active-classes', 'orders']
  await Promise.all(resources.map((resource) => invalidate(client, { queryKey: [resource] })))
}

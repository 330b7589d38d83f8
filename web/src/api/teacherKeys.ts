import type { QueryClient } from '@tanstack/react-query'
import { invalidate } from './queryClient'

/** Query keys of data that only teachers read. The first element is the resource. */
export const teacherKeys = {
  draft: ['teacher-draft'] as const,
  user: (email: string) => ['teacher-user', email] as const,
  calendar: (from: string, to: string) => ['teacher-calendar', from, to] as const,
  classes: (when: string, limit: number, after: string | null) =>
    ['teacher-classes', when, limit, after] as const,
  published: (teacherId: string, from: string, to: string) => ['published', teacherId, from, to] as const,
  preview: (teacherId: string, of: unknown) => ['availability-preview', teacherId, of] as const,
  students: (search: string, limit: number, after: string | null) =>
    ['teacher-students', search, limit, after] as const,
  student: (id: string) => ['teacher-students', 'one', id] as const,
  paymentSettings: ['payment-settings'] as const,
  analytics: (month: string) => ['teacher-analytics', month] as const,
  payouts: ['payouts'] as const,
  statement: (id: string) => ['payouts', id] as const,
}

/** Invalidates what changes when a class is cancelled, published, edited or marked. */
export async function invalidateClasses(client: QueryClient): Promise<void> {
  const resources = [
    'teacher-calendar',
    'teacher-classes',
    'teacher-students',
    'published',
    'active-classes',
    'availability',
  ]
  await Promise.all(resources.map((resource) => invalidate(client, { queryKey: [resource] })))
}

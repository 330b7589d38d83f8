import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { adminClient as client } from './adminClient'
import { cursorPaging, pageParams } from './adminPaging'
import { call } from './client'
import * as sdk from './gen/admin/sdk.gen'
import type { AdminCouponRequest } from './gen/types.gen'

export type { AdminCoupon, AdminCouponRequest } from './gen/types.gen'

const TEACHER_LIMIT = 20

export const couponsQuery = () =>
  infiniteQueryOptions({
    queryKey: ['admin', 'coupons'],
    queryFn: ({ signal, pageParam }) =>
      call(sdk.adminListCoupons({ client, signal, query: pageParams(pageParam) })),
    ...cursorPaging,
  })

/** Teachers whose name or address matches the search text. */
export const teacherSearchQuery = (search: string) =>
  queryOptions({
    queryKey: ['admin', 'teachers-like', search],
    queryFn: ({ signal }) =>
      call(
        sdk.adminListPeople({
          client,
          signal,
          query: { role: 'teacher', limit: TEACHER_LIMIT, ...(search ? { q: search } : {}) },
        }),
      ),
  })

export const addCoupon = (body: AdminCouponRequest) => call(sdk.adminCreateCoupon({ client, body }))

export const deactivateCoupon = (code: string, reason: string) =>
  call(sdk.adminDeactivateCoupon({ client, path: { code }, body: { reason } }))

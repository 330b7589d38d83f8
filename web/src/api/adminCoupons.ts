import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { adminClient as client } from './adminClient'
import { paged, rowsAfter } from './adminPaging'
import { call } from './client'
import { adminAddCoupon, adminListCoupons, adminListPeople, adminStopCoupon } from './gen/sdk.gen'
import type { AdminCouponRequest } from './gen/types.gen'

export type { AdminCoupon as Coupon, AdminCouponRequest as NewCoupon } from './gen/types.gen'

const TEACHERS = 20

export const couponsQuery = () =>
  infiniteQueryOptions({
    queryKey: ['admin', 'coupons'],
    queryFn: ({ signal, pageParam }) =>
      call(adminListCoupons({ client, signal, query: rowsAfter(pageParam) })),
    ...paged,
  })

/** Teachers whose name or address holds these letters. */
export const teachersLike = (letters: string) =>
  queryOptions({
    queryKey: ['admin', 'teachers-like', letters],
    queryFn: ({ signal }) =>
      call(
        adminListPeople({
          client,
          signal,
          query: { role: 'teacher', limit: TEACHERS, ...(letters ? { q: letters } : {}) },
        }),
      ),
  })

export const addCoupon = (body: AdminCouponRequest) => call(adminAddCoupon({ client, body }))

export const stopCoupon = (code: string, reason: string) =>
  call(adminStopCoupon({ client, path: { code }, body: { reason } }))

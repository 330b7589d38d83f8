import { queryOptions } from '@tanstack/react-query'
import { call } from './client'
import { client } from './gen/client.gen'
import * as sdk from './gen/teacher/sdk.gen'
import type { UpdatePaymentSettingsRequest } from './gen/types.gen'
import { teacherKeys } from './teacherKeys'

export const paymentSettingsQuery = () =>
  queryOptions({
    queryKey: teacherKeys.paymentSettings,
    queryFn: ({ signal }) => call(sdk.getPaymentSettings({ client, signal })),
  })

export const savePaymentSettings = (body: UpdatePaymentSettingsRequest) =>
  call(sdk.updatePaymentSettings({ client, body }))

/** Analytics of one month, `YYYY-MM`, or of the current month in the teacher's zone. */
export const analyticsQuery = (email: string, month: string | null) =>
  queryOptions({
    queryKey: teacherKeys.analytics(month ?? 'now'),
    queryFn: ({ signal }) =>
      call(sdk.getTeacherAnalytics({ client, query: { ...(month && { month }), email }, signal })),
  })

export const teacherPayoutsQuery = () =>
  queryOptions({
    queryKey: teacherKeys.payouts,
    queryFn: ({ signal }) => call(sdk.listPayouts({ client, signal })),
  })

export const statementQuery = (id: string) =>
  queryOptions({
    queryKey: teacherKeys.statement(id),
    queryFn: ({ signal }) => call(sdk.getPayout({ client, path: { id }, signal })),
  })

/** Downloads the statement as a CSV file. Fetched because a plain link would carry no access token. */
export const fetchStatementCsv = async (id: string): Promise<Blob> => {
  // Not as text, which would lose the byte order mark that spreadsheets need.
  const file = await call<unknown>(sdk.getPayoutStatement({ client, path: { id }, parseAs: 'blob' }))
  return file as Blob
}

import { useQuery } from '@tanstack/react-query'
import table from '@/admin/DataTable.module.css'
import { formatAmounts } from '@/admin/formatAmounts'
import { type AdminOwed, owedQuery } from '@/api/adminPayouts'
import { adminPayoutsCopy } from '@/copy/adminPayouts'
import { formatCharge } from '@/lib/money'
import { formatCalendarDay } from '@/lib/time'
import { type Column, DataList } from '@/ui/DataList'
import { EmptyState } from '@/ui/EmptyState'
import { QueryBoundary } from '@/ui/QueryBoundary'
import { TextLink } from '@/ui/TextLink'
import { dueNow } from './dueNow'

const copy = adminPayoutsCopy.owed

/** What teachers have earned and not been paid, and what a payout run would pay today. */
export function OwedList() {
  const owed = useQuery(owedQuery())
  return (
    <QueryBoundary query={owed} loading={copy.loading} failed={copy.loadFailed} height={420}>
      {(rows) =>
        rows.length === 0 ? (
          <EmptyState title={copy.empty} />
        ) : (
          <>
            <p className={table.notice}>
              {copy.sum(formatAmounts(rows), formatAmounts(dueNow(rows)) || copy.nothing)}
            </p>
            <DataList
              label={copy.title}
              columns={columns}
              rows={rows}
              rowKey={({ teacherId, currency }) => `${teacherId} ${currency}`}
              cardsOnTablet
            />
          </>
        )
      }
    </QueryBoundary>
  )
}

const columns: Column<AdminOwed>[] = [
  {
    key: 'teacher',
    label: copy.columns.teacher,
    onCard: 'heading',
    cell: ({ teacherId, teacherName }) => (
      <span className={table.name}>
        <TextLink href={`#people/${teacherId}`}>{teacherName}</TextLink>
      </span>
    ),
  },
  {
    key: 'amount',
    label: copy.columns.amount,
    numeric: true,
    cell: ({ amount, currency }) => formatCharge(amount, currency),
  },
  {
    key: 'due',
    label: copy.columns.due,
    numeric: true,
    cell: ({ hasAccount, due, currency }) =>
      hasAccount && due > 0 ? formatCharge(due, currency) : copy.none,
  },
  { key: 'classes', label: copy.columns.classes, numeric: true, cell: ({ classes }) => classes },
  { key: 'account', label: copy.columns.account, cell: (row) => <Account row={row} /> },
  {
    key: 'next',
    label: copy.columns.next,
    cell: ({ nextPayoutOn }) => (nextPayoutOn ? formatCalendarDay(nextPayoutOn) : copy.none),
  },
]

function Account({ row }: { row: AdminOwed }) {
  if (row.hasAccount) return copy.onFile
  const body = copy.mailBody(row.teacherName, formatCharge(row.amount, row.currency))
  const query = `subject=${encodeURIComponent(copy.mailSubject)}&body=${encodeURIComponent(body)}`
  return (
    <>
      {copy.noAccount}
      {row.teacherEmail && (
        <>
          {' · '}
          <TextLink href={`mailto:${row.teacherEmail}?${query}`}>{copy.write(row.teacherName)}</TextLink>
        </>
      )}
    </>
  )
}

import type { StatementLine } from '@/api/teacherTypes'
import { teacherPaymentsCopy } from '@/copy/teacherPayments'
import { displayZone, formatDate, formatTime } from '@/lib/time'
import type { Column } from '@/ui/DataList'

const copy = teacherPaymentsCopy.statement
const labels = copy.columns

/** Columns from the price of a class to the teacher's net amount; refunds only if there are any. */
export function statementColumns(
  money: (amountColumn: number) => string,
  hasRefunds: boolean,
): Column<StatementLine>[] {
  const amount = (
    key: 'basePrice' | 'discount' | 'refunded' | 'classPrice' | 'serviceFee' | 'providerFee',
    label: string,
  ) => ({
    key,
    label,
    numeric: true,
    cell: (line: StatementLine) => money(line[key]),
  })
  return [
    { key: 'when', label: labels.when, cell: (line) => <ClassTimeCell line={line} /> },
    { key: 'student', label: labels.student, cell: (line) => <StudentCell line={line} /> },
    amount('basePrice', labels.price),
    amount('discount', labels.discount),
    ...(hasRefunds ? [amount('refunded', labels.refunded)] : []),
    amount('classPrice', labels.classPrice),
    amount('serviceFee', labels.platform),
    amount('providerFee', labels.provider),
    {
      key: 'commission',
      label: labels.commission,
      numeric: true,
      cell: ({ commission, commissionPercent, commissionHours }) => (
        <>
          {money(commission)}
          <small>{copy.tier(`${commissionPercent}%`, commissionHours)}</small>
        </>
      ),
    },
    { key: 'net', label: labels.net, numeric: true, cell: ({ net }) => <b>{money(net)}</b> },
  ]
}

function ClassTimeCell({ line: { dateTime, classTypeKey, title } }: { line: StatementLine }) {
  const zone = displayZone()
  return (
    <>
      {formatDate(dateTime, zone)}, {formatTime(dateTime, zone)}
      {title && <small>{title}</small>}
      <small>{classTypeKey}</small>
    </>
  )
}

function StudentCell({ line: { studentName, paidWith, noShow } }: { line: StatementLine }) {
  return (
    <>
      {studentName}
      {paidWith === 'credit' && <small>{copy.credit}</small>}
      {noShow && <small>{copy.noShow}</small>}
    </>
  )
}

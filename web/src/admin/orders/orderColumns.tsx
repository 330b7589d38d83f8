import table from '@/admin/DataTable.module.css'
import { StatusBadge } from '@/admin/StatusBadge'
import type { AdminOrder } from '@/api/adminPeopleTypes'
import { adminOrdersCopy } from '@/copy/adminOrders'
import { formatCharge } from '@/lib/money'
import type { Column } from '@/ui/DataList'
import { DateTime } from '@/ui/DateTime'
import { TextLink } from '@/ui/TextLink'

const copy = adminOrdersCopy
const labels = copy.list.columns

export const orderItemColumn: Column<AdminOrder> = {
  key: 'what',
  label: labels.what,
  onCard: 'heading',
  cell: ({ _id, purpose, packageSize, teacherName }) => (
    <span className={table.name}>
      <TextLink href={`#orders/${_id}`}>
        {copy.withTeacher(copy.what(purpose, packageSize), teacherName)}
      </TextLink>
    </span>
  ),
}

export const orderStudentColumn: Column<AdminOrder> = {
  key: 'student',
  label: labels.student,
  cell: ({ studentId, studentName }) => <TextLink href={`#people/${studentId}`}>{studentName}</TextLink>,
}

export const orderTotalColumn: Column<AdminOrder> = {
  key: 'total',
  label: labels.total,
  numeric: true,
  cell: ({ total, refunded, refundPending, currency }) => (
    <>
      {formatCharge(total, currency)}
      {refunded > 0 && (
        <div className={table.muted}>{copy.refundBadges.done(formatCharge(refunded, currency))}</div>
      )}
      {refundPending > 0 && (
        <div className={table.muted}>{copy.refundBadges.pending(formatCharge(refundPending, currency))}</div>
      )}
    </>
  ),
}

export const orderStateColumn: Column<AdminOrder> = {
  key: 'state',
  label: labels.state,
  cell: (order) => <StatusBadge state={order.state} labels={copy.states} />,
}

/** The current time of the class, also after rescheduling. */
export const orderClassTimeColumn: Column<AdminOrder> = {
  key: 'class',
  label: labels.class,
  cell: ({ dateTime }) => (dateTime ? <DateTime instant={dateTime} /> : copy.none),
}

export const orderTimeColumn: Column<AdminOrder> = {
  key: 'at',
  label: labels.at,
  cell: ({ createdAt }) => <DateTime instant={createdAt} />,
}

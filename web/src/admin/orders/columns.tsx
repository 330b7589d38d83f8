import sheet from '@/admin/Sheet.module.css'
import { Stamp } from '@/admin/Stamp'
import type { OrderRow } from '@/api/adminPeopleTypes'
import { adminOrdersCopy } from '@/copy/adminOrders'
import { formatCharge } from '@/lib/money'
import type { Column } from '@/ui/DataList'
import { TextLink } from '@/ui/TextLink'
import { When } from '@/ui/When'

const copy = adminOrdersCopy
const labels = copy.list.columns

export const what: Column<OrderRow> = {
  key: 'what',
  label: labels.what,
  onCard: 'heading',
  cell: ({ _id, purpose, packageSize, teacherName }) => (
    <span className={sheet.name}>
      <TextLink href={`#orders/${_id}`}>
        {copy.withTeacher(copy.what(purpose, packageSize), teacherName)}
      </TextLink>
    </span>
  ),
}

export const student: Column<OrderRow> = {
  key: 'student',
  label: labels.student,
  cell: ({ studentId, studentName }) => <TextLink href={`#people/${studentId}`}>{studentName}</TextLink>,
}

export const total: Column<OrderRow> = {
  key: 'total',
  label: labels.total,
  numeric: true,
  cell: (order) => formatCharge(order.total, order.currency),
}

export const state: Column<OrderRow> = {
  key: 'state',
  label: labels.state,
  cell: (order) => <Stamp state={order.state} words={copy.states} />,
}

/** When the class is, wherever it was moved to. */
export const classAt: Column<OrderRow> = {
  key: 'class',
  label: labels.class,
  cell: ({ dateTime }) => (dateTime ? <When at={dateTime} /> : copy.none),
}

export const ordered: Column<OrderRow> = {
  key: 'at',
  label: labels.at,
  cell: ({ createdAt }) => <When at={createdAt} />,
}

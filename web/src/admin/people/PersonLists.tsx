import {
  bookingPaymentColumn,
  bookingStatusColumn,
  bookingStudentColumn,
  bookingTeacherColumn,
  timeColumn,
} from '@/admin/bookings/bookingColumns'
import table from '@/admin/DataTable.module.css'
import { toHash } from '@/admin/filters'
import {
  orderClassTimeColumn,
  orderItemColumn,
  orderStateColumn,
  orderTimeColumn,
  orderTotalColumn,
} from '@/admin/orders/orderColumns'
import { Section } from '@/admin/Section'
import type { AdminPersonDetails } from '@/api/adminPeopleTypes'
import { adminPeopleCopy } from '@/copy/adminPeople'
import { DataList } from '@/ui/DataList'
import { TextLink } from '@/ui/TextLink'

const copy = adminPeopleCopy
const STUDENT_BOOKING_COLUMNS = [timeColumn, bookingTeacherColumn, bookingStatusColumn, bookingPaymentColumn]
const TEACHER_BOOKING_COLUMNS = [timeColumn, bookingStudentColumn, bookingStatusColumn, bookingPaymentColumn]
const ORDER_COLUMNS = [
  orderItemColumn,
  orderClassTimeColumn,
  orderStateColumn,
  orderTimeColumn,
  orderTotalColumn,
]

/** The newest classes, as student or as teacher. */
export function PersonBookings({ data: { person, bookings, teacher } }: { data: AdminPersonDetails }) {
  const labels = copy.bookings
  return (
    <Section
      title={labels.title}
      aside={<FilteredListLink section="bookings" of={person.email} label={labels.all} />}
    >
      {bookings.length === 0 ? (
        <p className={table.empty}>{labels.empty}</p>
      ) : (
        <DataList
          label={labels.title}
          columns={teacher ? TEACHER_BOOKING_COLUMNS : STUDENT_BOOKING_COLUMNS}
          rows={bookings}
          rowKey={({ _id }) => _id}
        />
      )}
    </Section>
  )
}

export function PersonOrders({ data: { person, orders } }: { data: AdminPersonDetails }) {
  const labels = copy.orders
  return (
    <Section
      title={labels.title}
      aside={<FilteredListLink section="orders" of={person.email} label={labels.all} />}
    >
      {orders.length === 0 ? (
        <p className={table.empty}>{labels.empty}</p>
      ) : (
        <DataList label={labels.title} columns={ORDER_COLUMNS} rows={orders} rowKey={({ _id }) => _id} />
      )}
    </Section>
  )
}

/** Link to the whole list, filtered by the person's email address. */
function FilteredListLink({
  section,
  of: email,
  label,
}: {
  section: string
  of: string | null
  label: string
}) {
  return email && <TextLink href={`#${toHash(section, { q: email })}`}>{label}</TextLink>
}

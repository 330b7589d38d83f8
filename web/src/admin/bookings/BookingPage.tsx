import { useQuery } from '@tanstack/react-query'
import { AuditHistory } from '@/admin/AuditHistory'
import { BackLink } from '@/admin/BackLink'
import table from '@/admin/DataTable.module.css'
import { RefundBadges } from '@/admin/orders/RefundBadges'
import { PageHeader } from '@/admin/PageHeader'
import { Section } from '@/admin/Section'
import { StatusBadge } from '@/admin/StatusBadge'
import { adminBookingQuery } from '@/api/adminBookings'
import { adminOrderQuery } from '@/api/adminOrders'
import type { AdminBookingDetails, AdminJob } from '@/api/adminPeopleTypes'
import { adminBookingsCopy } from '@/copy/adminBookings'
import { type Column, DataList } from '@/ui/DataList'
import { DateTime } from '@/ui/DateTime'
import { EmptyState } from '@/ui/EmptyState'
import { QueryBoundary } from '@/ui/QueryBoundary'
import { BookingActions } from './BookingActions'
import { ClassSection, PaymentSection } from './BookingSections'

const copy = adminBookingsCopy

/** A booking: class, payment, mails, history and actions. */
export function BookingPage({ id }: { id: string }) {
  const details = useQuery(adminBookingQuery(id))
  const booking = details.data?.booking
  return (
    <>
      <BackLink href="#bookings">{copy.back}</BackLink>
      <PageHeader title={booking ? copy.titleOf(booking.studentName, booking.teacherName) : copy.booking} />
      {details.error?.status === 404 ? (
        <EmptyState title={copy.gone} />
      ) : (
        <QueryBoundary query={details} loading={copy.loading} failed={copy.loadFailed} height={640}>
          {(data) => <BookingContent data={data} />}
        </QueryBoundary>
      )}
    </>
  )
}

function BookingContent({ data: { booking, mails, history } }: { data: AdminBookingDetails }) {
  // Partial refunds belong to the order; the booking has only the refund of its cancellation.
  const order = useQuery({ ...adminOrderQuery(booking.orderId ?? ''), enabled: Boolean(booking.orderId) })
  return (
    <>
      <div className={table.badges}>
        <StatusBadge state={booking.bookingStatus} labels={copy.statuses} />
        {booking.noShow && <StatusBadge state="failed" labels={{ failed: copy.noShow }} />}
        {order.data && <RefundBadges order={order.data.order} />}
      </div>
      <BookingActions booking={booking} />
      <div className={table.columns}>
        <ClassSection booking={booking} />
        <PaymentSection booking={booking} />
      </div>
      <MailList mails={mails} />
      <AuditHistory lines={history} subjectId={booking._id} />
    </>
  )
}

const columns: Column<AdminJob>[] = [
  {
    key: 'topic',
    label: copy.mails.columns.topic,
    onCard: 'heading',
    cell: ({ topic }) => copy.mails.topics[topic] ?? topic,
  },
  {
    key: 'state',
    label: copy.mails.columns.state,
    cell: ({ state }) => <StatusBadge state={state} labels={copy.mails.states} />,
  },
  { key: 'at', label: copy.mails.columns.at, cell: ({ createdAt }) => <DateTime instant={createdAt} /> },
  {
    key: 'finished',
    label: copy.mails.columns.finished,
    cell: ({ finishedAt, error }) => (finishedAt ? <DateTime instant={finishedAt} /> : (error ?? copy.none)),
  },
  { key: 'attempts', label: copy.mails.columns.attempts, numeric: true, cell: ({ attempts }) => attempts },
]

function MailList({ mails }: { mails: readonly AdminJob[] }) {
  return (
    <Section title={copy.mails.title}>
      {mails.length === 0 ? (
        <p className={table.empty}>{copy.mails.empty}</p>
      ) : (
        <DataList
          label={copy.mails.title}
          columns={columns}
          rows={mails}
          rowKey={({ _id }) => _id}
          cardsOnTablet
        />
      )}
    </Section>
  )
}

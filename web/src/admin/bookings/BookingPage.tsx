import { useQuery } from '@tanstack/react-query'
import { Back } from '@/admin/Back'
import { Block } from '@/admin/Block'
import { History } from '@/admin/History'
import sheet from '@/admin/Sheet.module.css'
import { Stamp } from '@/admin/Stamp'
import { Title } from '@/admin/Title'
import { bookingQuery } from '@/api/adminBookings'
import type { BookingDetails, MailRow } from '@/api/adminPeopleTypes'
import { adminBookingsCopy } from '@/copy/adminBookings'
import { type Column, DataList } from '@/ui/DataList'
import { EmptyState } from '@/ui/EmptyState'
import { Reading } from '@/ui/Reading'
import { When } from '@/ui/When'
import { BookingActs } from './BookingActs'
import { ClassFacts, MoneyFacts } from './BookingFacts'

const copy = adminBookingsCopy

/** One booking: the class, what it cost, its mails, and what was and can be done. */
export function BookingPage({ id }: { id: string }) {
  const details = useQuery(bookingQuery(id))
  const booking = details.data?.booking
  return (
    <>
      <Back href="#bookings">{copy.back}</Back>
      <Title title={booking ? copy.titleOf(booking.studentName, booking.teacherName) : copy.booking} />
      {details.error?.status === 404 ? (
        <EmptyState title={copy.gone} />
      ) : (
        <Reading query={details} loading={copy.loading} failed={copy.loadFailed} height={640}>
          {(data) => <Details data={data} />}
        </Reading>
      )}
    </>
  )
}

function Details({ data: { booking, mails, history } }: { data: BookingDetails }) {
  return (
    <>
      <div className={sheet.stamps}>
        <Stamp state={booking.bookingStatus} words={copy.statuses} />
        {booking.noShow && <Stamp state="failed" words={{ failed: copy.noShow }} />}
      </div>
      <BookingActs booking={booking} />
      <div className={sheet.parts}>
        <ClassFacts booking={booking} />
        <MoneyFacts booking={booking} />
      </div>
      <Mails mails={mails} />
      <History lines={history} of={booking._id} />
    </>
  )
}

const columns: Column<MailRow>[] = [
  {
    key: 'topic',
    label: copy.mails.columns.topic,
    onCard: 'heading',
    cell: ({ topic }) => copy.mails.topics[topic] ?? topic,
  },
  {
    key: 'state',
    label: copy.mails.columns.state,
    cell: ({ state }) => <Stamp state={state} words={copy.mails.states} />,
  },
  { key: 'at', label: copy.mails.columns.at, cell: ({ createdAt }) => <When at={createdAt} /> },
  {
    key: 'finished',
    label: copy.mails.columns.finished,
    cell: ({ finishedAt, error }) => (finishedAt ? <When at={finishedAt} /> : (error ?? copy.none)),
  },
  { key: 'attempts', label: copy.mails.columns.attempts, numeric: true, cell: ({ attempts }) => attempts },
]

function Mails({ mails }: { mails: readonly MailRow[] }) {
  return (
    <Block title={copy.mails.title}>
      {mails.length === 0 ? (
        <p className={sheet.none}>{copy.mails.empty}</p>
      ) : (
        <DataList label={copy.mails.title} columns={columns} rows={mails} rowKey={({ _id }) => _id} roomy />
      )}
    </Block>
  )
}

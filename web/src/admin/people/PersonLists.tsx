import { Block } from '@/admin/Block'
import * as bookingColumns from '@/admin/bookings/columns'
import { hashOf } from '@/admin/filters'
import * as orderColumns from '@/admin/orders/columns'
import sheet from '@/admin/Sheet.module.css'
import type { PersonDetails } from '@/api/adminPeopleTypes'
import { adminPeopleCopy } from '@/copy/adminPeople'
import { DataList } from '@/ui/DataList'
import { TextLink } from '@/ui/TextLink'

const copy = adminPeopleCopy

/** The newest classes, learnt or taught. */
export function PersonBookings({ data: { person, bookings, teacher } }: { data: PersonDetails }) {
  const { at, student, teacher: by, state, paid } = bookingColumns
  const words = copy.bookings
  return (
    <Block title={words.title} aside={<All section="bookings" of={person.email} label={words.all} />}>
      {bookings.length === 0 ? (
        <p className={sheet.none}>{words.empty}</p>
      ) : (
        <DataList
          label={words.title}
          columns={[at, teacher ? student : by, state, paid]}
          rows={bookings}
          rowKey={({ _id }) => _id}
        />
      )}
    </Block>
  )
}

export function PersonOrders({ data: { person, orders } }: { data: PersonDetails }) {
  const { what, classAt, state, ordered, total } = orderColumns
  const words = copy.orders
  return (
    <Block title={words.title} aside={<All section="orders" of={person.email} label={words.all} />}>
      {orders.length === 0 ? (
        <p className={sheet.none}>{words.empty}</p>
      ) : (
        <DataList
          label={words.title}
          columns={[what, classAt, state, ordered, total]}
          rows={orders}
          rowKey={({ _id }) => _id}
        />
      )}
    </Block>
  )
}

/** The whole list, narrowed down to a person by the address, which is theirs alone. */
function All({ section, of, label }: { section: string; of: string | null; label: string }) {
  return of && <TextLink href={`#${hashOf(section, { q: of })}`}>{label}</TextLink>
}

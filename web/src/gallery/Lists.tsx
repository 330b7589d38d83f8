import { Button, Text } from '@mantine/core'
import { CommissionTable } from '@/ui/CommissionTable'
import { type Column, DataList } from '@/ui/DataList'
import { EmptyState } from '@/ui/EmptyState'
import { ErrorPanel } from '@/ui/ErrorPanel'
import { Facts } from '@/ui/Facts'
import { Pager } from '@/ui/Pager'
import { Reading } from '@/ui/Reading'
import { When } from '@/ui/When'
import { Piece } from './Piece'
import { ASKED, FAR_ZONE, LONG_NAME, NOW, ROWS, ZONE } from './samples'

const nothing = () => undefined

const columns: Column<(typeof ROWS)[number]>[] = [
  { key: 'name', label: 'Student', cell: ({ name }) => name, onCard: 'heading' },
  { key: 'at', label: 'Class', cell: ({ at }) => <When at={at} zone={ZONE} otherZone={FAR_ZONE} /> },
  { key: 'paid', label: 'Paid', numeric: true, cell: ({ paid }) => paid },
  {
    key: 'act',
    label: 'Change',
    cell: ({ name }) => (
      <Button variant="default" aria-label={`Cancel for ${name}`}>
        Cancel
      </Button>
    ),
    onCard: 'foot',
  },
]

/** What is read: its four states, and what it consists of. */
export function Lists() {
  return (
    <>
      <Piece name="Reading">
        {Object.entries(ASKED).map(([state, query]) => (
          <Reading key={state} query={query} loading="Loading" failed="We could not load this." height={80}>
            {(words) => <Text>{words}</Text>}
          </Reading>
        ))}
      </Piece>
      <Piece name="Empty and failing">
        <EmptyState
          title="No active classes found"
          hint="Pick a free hour on your dashboard, and it will stand here."
          action={<Button>Book a class</Button>}
        />
        <ErrorPanel message="We could not load your classes." onRetry={nothing} reference="01J9-7Q2M" />
        <ErrorPanel message="We could not load your classes." onRetry={nothing} retrying />
        <ErrorPanel message={LONG_NAME} />
      </Piece>
      <Piece name="Lists">
        <DataList label="Classes" columns={columns} rows={ROWS} rowKey={({ id }) => id} />
        <Pager
          label="Classes"
          pages={{ page: 2, next: nothing, previous: nothing }}
          total={48}
          size={10}
          next="3"
        />
        <DataList label="No classes" columns={columns} rows={[]} rowKey={({ id }) => id} />
      </Piece>
      <Piece name="Facts">
        <Facts
          facts={[
            { label: 'Teacher', value: LONG_NAME },
            { label: 'Class Time', value: '7:00 am – 8:00 am', note: '8:30 pm (Sun) New York' },
          ]}
        />
        <When at={NOW} zone={ZONE} otherZone={FAR_ZONE} withZone />
        <When at={null} />
        <CommissionTable />
      </Piece>
    </>
  )
}

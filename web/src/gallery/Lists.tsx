import { Button, Text } from '@mantine/core'
import { CommissionTable } from '@/ui/CommissionTable'
import { type Column, DataList } from '@/ui/DataList'
import { DateTime } from '@/ui/DateTime'
import { DescriptionList } from '@/ui/DescriptionList'
import { EmptyState } from '@/ui/EmptyState'
import { ErrorPanel } from '@/ui/ErrorPanel'
import { Pager } from '@/ui/Pager'
import { QueryBoundary } from '@/ui/QueryBoundary'
import { Example } from './Example'
import { FAR_ZONE, LONG_NAME, NOW, QUERY_STATES, ROWS, ZONE } from './samples'

const noop = () => undefined

const columns: Column<(typeof ROWS)[number]>[] = [
  { key: 'name', label: 'Student', cell: ({ name }) => name, onCard: 'heading' },
  { key: 'at', label: 'Class', cell: ({ at }) => <DateTime instant={at} zone={ZONE} otherZone={FAR_ZONE} /> },
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

/** Lists, and the states of a query. */
export function Lists() {
  return (
    <>
      <Example name="Reading">
        {Object.entries(QUERY_STATES).map(([state, query]) => (
          <QueryBoundary
            key={state}
            query={query}
            loading="Loading"
            failed="We could not load this."
            height={80}
          >
            {(text) => <Text>{text}</Text>}
          </QueryBoundary>
        ))}
      </Example>
      <Example name="Empty and failing">
        <EmptyState
          title="No active classes found"
          hint="Pick a free hour on your dashboard, and it will stand here."
          action={<Button>Book a class</Button>}
        />
        <ErrorPanel message="We could not load your classes." onRetry={noop} reference="01J9-7Q2M" />
        <ErrorPanel message="We could not load your classes." onRetry={noop} retrying />
        <ErrorPanel message={LONG_NAME} />
      </Example>
      <Example name="Lists">
        <DataList label="Classes" columns={columns} rows={ROWS} rowKey={({ id }) => id} />
        <Pager
          label="Classes"
          pages={{ page: 2, next: noop, previous: noop }}
          total={48}
          size={10}
          next="3"
        />
        <DataList label="No classes" columns={columns} rows={[]} rowKey={({ id }) => id} />
      </Example>
      <Example name="Facts">
        <DescriptionList
          items={[
            { label: 'Teacher', value: LONG_NAME },
            { label: 'Class Time', value: '7:00 am – 8:00 am', note: '8:30 pm (Sun) New York' },
          ]}
        />
        <DateTime instant={NOW} zone={ZONE} otherZone={FAR_ZONE} withZone />
        <DateTime instant={null} />
        <CommissionTable />
      </Example>
    </>
  )
}

import { Badge } from '@mantine/core'

const COLORS: Readonly<Record<string, string>> = {
  active: 'green',
  approved: 'green',
  confirmed: 'green',
  booked: 'green',
  credited: 'green',
  captured: 'green',
  done: 'green',
  paid: 'green',
  granted: 'green',
  invited: 'green',
  pending: 'yellow',
  open: 'yellow',
  checking: 'yellow',
  preparing: 'yellow',
  refunding: 'yellow',
  requested: 'yellow',
  started: 'yellow',
  ready: 'yellow',
  prepared: 'yellow',
  waiting: 'yellow',
  early: 'yellow',
  suspended: 'red',
  deleted: 'red',
  rejected: 'red',
  failed: 'red',
  dead: 'red',
}

/** Badge of a server state; unknown states are shown by their name. */
export function StatusBadge({ state, labels }: { state: string; labels: Readonly<Record<string, string>> }) {
  return (
    <Badge color={COLORS[state] ?? 'gray'} variant="light" tt="none">
      {labels[state] ?? state}
    </Badge>
  )
}

import { ActionButton } from '@/admin/ActionButton'
import table from '@/admin/DataTable.module.css'
import { StatusBadge } from '@/admin/StatusBadge'
import type { AdminWaiting } from '@/api/adminWaitlist'
import { adminWaitlistCopy as copy } from '@/copy/adminWaitlist'
import type { Column } from '@/ui/DataList'
import { DateTime } from '@/ui/DateTime'

/** Columns of the waitlist. */
export function waitlistColumns(
  disabledReason: string | null,
  onInvite: (waiting: AdminWaiting) => void,
): Column<AdminWaiting>[] {
  return [
    {
      key: 'name',
      label: copy.columns.name,
      onCard: 'heading',
      cell: ({ name, email }) => (
        <>
          <div dir="auto">{name}</div>
          <div className={`${table.muted} ${table.breakAnywhere}`}>{email}</div>
        </>
      ),
    },
    { key: 'role', label: copy.columns.role, cell: ({ role }) => copy.one[role] ?? role },
    { key: 'style', label: copy.columns.style, cell: ({ danceStyle }) => danceStyle || copy.none },
    {
      key: 'place',
      label: copy.columns.place,
      cell: ({ location, country }) => [location, country].filter(Boolean).join(', ') || copy.none,
    },
    {
      key: 'at',
      label: copy.columns.at,
      cell: ({ createdAt }) => <DateTime instant={createdAt} show="date" />,
    },
    { key: 'state', label: copy.columns.state, cell: stateCell },
    {
      key: 'actions',
      label: copy.columns.acts,
      onCard: 'foot',
      cell: (waiting) => (
        <ActionButton
          disabledReason={disabledReason}
          label={waiting.invitedAt ? copy.inviteAgainOf(waiting.name) : copy.inviteOf(waiting.name)}
          onClick={() => onInvite(waiting)}
        >
          {waiting.invitedAt ? copy.inviteAgain : copy.invite}
        </ActionButton>
      ),
    },
  ]
}

function stateCell({ invitedAt, invitedBy }: AdminWaiting) {
  if (!invitedAt) return <StatusBadge state="waiting" labels={copy.states} />
  return (
    <>
      <StatusBadge state="invited" labels={copy.states} />
      <div className={table.muted}>
        <DateTime instant={invitedAt} show="date" />
        {invitedBy && ` ${copy.by(invitedBy)}`}
      </div>
    </>
  )
}

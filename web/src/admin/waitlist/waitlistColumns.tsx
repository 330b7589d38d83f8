import { ActButton } from '@/admin/ActButton'
import sheet from '@/admin/Sheet.module.css'
import { Stamp } from '@/admin/Stamp'
import type { Waiting } from '@/api/adminWaitlist'
import { adminWaitlistCopy as copy } from '@/copy/adminWaitlist'
import type { Column } from '@/ui/DataList'
import { When } from '@/ui/When'

/** What is told of somebody who waits. */
export function waitlistColumns(
  refusal: string | null,
  onInvite: (waiting: Waiting) => void,
): Column<Waiting>[] {
  return [
    {
      key: 'name',
      label: copy.columns.name,
      onCard: 'heading',
      cell: ({ name, email }) => (
        <>
          <div dir="auto">{name}</div>
          <div className={`${sheet.quiet} ${sheet.anywhere}`}>{email}</div>
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
      cell: ({ createdAt }) => <When at={createdAt} show="date" />,
    },
    { key: 'state', label: copy.columns.state, cell: stateCell },
    {
      key: 'acts',
      label: copy.columns.acts,
      onCard: 'foot',
      cell: (waiting) => (
        <ActButton
          refusal={refusal}
          label={waiting.invitedAt ? copy.inviteAgainOf(waiting.name) : copy.inviteOf(waiting.name)}
          onClick={() => onInvite(waiting)}
        >
          {waiting.invitedAt ? copy.inviteAgain : copy.invite}
        </ActButton>
      ),
    },
  ]
}

function stateCell({ invitedAt, invitedBy }: Waiting) {
  if (!invitedAt) return <Stamp state="waiting" words={copy.states} />
  return (
    <>
      <Stamp state="invited" words={copy.states} />
      <div className={sheet.quiet}>
        <When at={invitedAt} show="date" />
        {invitedBy && ` ${copy.by(invitedBy)}`}
      </div>
    </>
  )
}

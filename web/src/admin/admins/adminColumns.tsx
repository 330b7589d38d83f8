import { Badge } from '@mantine/core'
import { ActionButton } from '@/admin/ActionButton'
import { StatusBadge } from '@/admin/StatusBadge'
import type { AdminAccount } from '@/api/adminAccount'
import { adminAdminsCopy as copy } from '@/copy/adminAdmins'
import { compareInstants, nowIso } from '@/lib/time'
import type { Column } from '@/ui/DataList'
import { DateTime } from '@/ui/DateTime'
import classes from './Admins.module.css'

/** What an owner does to another administrator. */
export type AdminAction =
  | 'disable'
  | 'enable'
  | 'endSessions'
  | 'resetAuthenticator'
  | 'renewActivationLink'
  | 'changeRole'

/** Columns of the list of administrators. The own account has no actions. */
export function adminColumns(
  disabledReason: string | null,
  onAction: (kind: AdminAction, admin: AdminAccount) => void,
): Column<AdminAccount>[] {
  return [
    {
      key: 'name',
      label: copy.columns.name,
      onCard: 'heading',
      cell: ({ username, own }) => (
        <span className={classes.name}>
          {username}
          {own && (
            <Badge color="gray" variant="light" tt="none">
              {copy.you}
            </Badge>
          )}
        </span>
      ),
    },
    { key: 'role', label: copy.columns.role, cell: ({ role }) => copy.roles[role] },
    {
      key: 'state',
      label: copy.columns.state,
      cell: (admin) => <StatusBadge state={stateOf(admin)} labels={copy.states} />,
    },
    {
      key: 'totp',
      label: copy.columns.totp,
      cell: ({ totp, activationExpiresAt }) => (totp && !activationExpiresAt ? copy.totpOn : copy.totpOff),
    },
    {
      key: 'signedIn',
      label: copy.columns.signedIn,
      cell: ({ signedInAt }) => (signedInAt ? <DateTime instant={signedInAt} /> : copy.never),
    },
    {
      key: 'sessions',
      label: copy.columns.sessions,
      cell: ({ sessions }) => (sessions > 0 ? copy.browsers(sessions) : copy.notSignedIn),
    },
    {
      key: 'actions',
      label: copy.columns.acts,
      onCard: 'foot',
      cell: (admin) =>
        admin.own ? null : (
          <div className={classes.actions}>
            {actionsOf(admin).map((kind) => (
              <ActionButton
                key={kind}
                size="xs"
                disabledReason={disabledReason}
                label={copy[kind].of(admin.username)}
                onClick={() => onAction(kind, admin)}
              >
                {copy[kind].button}
              </ActionButton>
            ))}
          </div>
        ),
    },
  ]
}

function stateOf({ disabledAt, activationExpiresAt }: AdminAccount): keyof typeof copy.states {
  if (disabledAt) return 'suspended'
  if (!activationExpiresAt) return 'active'
  return compareInstants(activationExpiresAt, nowIso()) > 0 ? 'pending' : 'expired'
}

function actionsOf({ disabledAt, activationExpiresAt, sessions }: AdminAccount): AdminAction[] {
  if (activationExpiresAt) return disabledAt ? ['enable'] : ['renewActivationLink', 'changeRole', 'disable']
  if (disabledAt) return ['enable', 'changeRole', 'resetAuthenticator']
  return ['changeRole', 'disable', ...(sessions > 0 ? (['endSessions'] as const) : []), 'resetAuthenticator']
}

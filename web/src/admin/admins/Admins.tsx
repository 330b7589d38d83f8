import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { ActionButton } from '@/admin/ActionButton'
import table from '@/admin/DataTable.module.css'
import { PageHeader } from '@/admin/PageHeader'
import { useDisabledReason } from '@/admin/roles'
import { type AdminAccount, adminsQuery } from '@/api/adminAccount'
import { adminAdminsCopy as copy } from '@/copy/adminAdmins'
import { DataList } from '@/ui/DataList'
import { QueryBoundary } from '@/ui/QueryBoundary'
import { AdminActionDialog } from './AdminActionDialog'
import { type AdminAction, adminColumns } from './adminColumns'
import { ChangeRoleDialog } from './ChangeRoleDialog'
import { NewAdminDialog } from './NewAdminDialog'
import { SetupLinkDialog } from './SetupLinkDialog'
import type { ShownLink } from './ShownLink'

/** Administrators: role, state, authenticator and last sign-in; owners manage the others (D7). */
export function Admins() {
  const admins = useQuery(adminsQuery())
  const disabledReason = useDisabledReason('owner')
  const [action, setAction] = useState<{ kind: AdminAction; admin: AdminAccount } | null>(null)
  const [link, setLink] = useState<ShownLink | null>(null)
  const [isAdding, setIsAdding] = useState(false)
  const columns = useMemo(
    () => adminColumns(disabledReason, (kind, admin) => setAction({ kind, admin })),
    [disabledReason],
  )
  return (
    <>
      <PageHeader title={copy.title} lead={copy.lead} />
      <div className={table.actions}>
        <ActionButton
          variant="filled"
          size="md"
          leftSection={<IconPlus size={18} aria-hidden />}
          disabledReason={disabledReason}
          onClick={() => setIsAdding(true)}
        >
          {copy.add}
        </ActionButton>
      </div>
      <QueryBoundary query={admins} loading={copy.loading} failed={copy.loadFailed} height={240}>
        {({ items }) => (
          <DataList
            label={copy.title}
            columns={columns}
            rows={items}
            rowKey={({ _id }) => _id}
            cardsOnTablet
          />
        )}
      </QueryBoundary>
      {isAdding && <NewAdminDialog onLink={setLink} onClose={() => setIsAdding(false)} />}
      {action?.kind === 'changeRole' && (
        <ChangeRoleDialog admin={action.admin} onClose={() => setAction(null)} />
      )}
      {action && action.kind !== 'changeRole' && (
        <AdminActionDialog
          kind={action.kind}
          admin={action.admin}
          onLink={setLink}
          onClose={() => setAction(null)}
        />
      )}
      {link && <SetupLinkDialog shown={link} onClose={() => setLink(null)} />}
    </>
  )
}

import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import table from '@/admin/DataTable.module.css'
import { PageHeader } from '@/admin/PageHeader'
import { useDisabledReason } from '@/admin/roles'
import { type AdminAccount, adminsQuery } from '@/api/adminAccount'
import { adminAdminsCopy as copy } from '@/copy/adminAdmins'
import { DataList } from '@/ui/DataList'
import { QueryBoundary } from '@/ui/QueryBoundary'
import { AdminActionDialog } from './AdminActionDialog'
import { type AdminAction, adminColumns } from './adminColumns'
import { SetupLinkDialog } from './SetupLinkDialog'

/** Administrators: role, state, authenticator and last sign-in; owners manage the others (D7). */
export function Admins() {
  const admins = useQuery(adminsQuery())
  const disabledReason = useDisabledReason('owner')
  const [action, setAction] = useState<{ kind: AdminAction; admin: AdminAccount } | null>(null)
  const [setupLink, setSetupLink] = useState<{ name: string; link: string } | null>(null)
  const columns = useMemo(
    () => adminColumns(disabledReason, (kind, admin) => setAction({ kind, admin })),
    [disabledReason],
  )
  return (
    <>
      <PageHeader title={copy.title} lead={copy.lead} />
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
      <p className={table.muted}>{copy.addHint}</p>
      {action && (
        <AdminActionDialog
          kind={action.kind}
          admin={action.admin}
          onSetupLink={(link) => setSetupLink({ name: action.admin.username, link })}
          onClose={() => setAction(null)}
        />
      )}
      {setupLink && <SetupLinkDialog {...setupLink} onClose={() => setSetupLink(null)} />}
    </>
  )
}

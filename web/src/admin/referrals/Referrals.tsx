import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { ActionButton } from '@/admin/ActionButton'
import { AdminList } from '@/admin/AdminList'
import { countText } from '@/admin/countText'
import table from '@/admin/DataTable.module.css'
import { PageHeader } from '@/admin/PageHeader'
import { useDisabledReason } from '@/admin/roles'
import { StatusBadge } from '@/admin/StatusBadge'
import { type AdminReferral, adminReferralsQuery } from '@/api/adminReferrals'
import { adminReferralsCopy as copy } from '@/copy/adminReferrals'
import type { Column } from '@/ui/DataList'
import { DateTime } from '@/ui/DateTime'
import { TextLink } from '@/ui/TextLink'
import { GrantRewardDialog } from './GrantRewardDialog'

/** Referrals by students, and the rewards for them (D29). */
export function Referrals() {
  const referrals = useInfiniteQuery(adminReferralsQuery())
  const disabledReason = useDisabledReason('support')
  const [selected, setSelected] = useState<AdminReferral | null>(null)
  const columns = useMemo(() => columnsOf(disabledReason, setSelected), [disabledReason])
  return (
    <>
      <PageHeader title={copy.title} lead={copy.lead} count={countText(referrals.data, copy.rows)} />
      <AdminList query={referrals} labels={copy} columns={columns} rowKey={({ _id }) => _id} />
      {selected && <GrantRewardDialog referral={selected} onClose={() => setSelected(null)} />}
    </>
  )
}

function columnsOf(
  disabledReason: string | null,
  onGrant: (referral: AdminReferral) => void,
): Column<AdminReferral>[] {
  return [
    {
      key: 'friend',
      label: copy.columns.friend,
      onCard: 'heading',
      cell: ({ friendName, friendEmail }) => (
        <>
          <div>{friendName}</div>
          <div className={`${table.muted} ${table.breakAnywhere}`}>{friendEmail}</div>
        </>
      ),
    },
    {
      key: 'student',
      label: copy.columns.student,
      cell: ({ studentId, studentName }) => <TextLink href={`#people/${studentId}`}>{studentName}</TextLink>,
    },
    {
      key: 'at',
      label: copy.columns.at,
      cell: ({ createdAt }) => <DateTime instant={createdAt} show="date" />,
    },
    {
      key: 'state',
      label: copy.columns.state,
      cell: ({ state }) => <StatusBadge state={state} labels={copy.states} />,
    },
    {
      key: 'actions',
      label: copy.columns.acts,
      onCard: 'foot',
      cell: (referral) =>
        referral.state === 'ready' ? (
          <ActionButton
            disabledReason={disabledReason}
            label={copy.grantOf(referral.studentName, referral.friendName)}
            onClick={() => onGrant(referral)}
          >
            {copy.grant}
          </ActionButton>
        ) : null,
    },
  ]
}

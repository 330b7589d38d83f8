import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { ActButton } from '@/admin/ActButton'
import { Listing } from '@/admin/Listing'
import { useRefusal } from '@/admin/roles'
import sheet from '@/admin/Sheet.module.css'
import { Stamp } from '@/admin/Stamp'
import { Title } from '@/admin/Title'
import { type Referral, referralsQuery } from '@/api/adminReferrals'
import { adminReferralsCopy as copy } from '@/copy/adminReferrals'
import type { Column } from '@/ui/DataList'
import { TextLink } from '@/ui/TextLink'
import { When } from '@/ui/When'
import { GrantReward } from './GrantReward'

/** Friends whom students have named, and the free class for those who came (D29). */
export function Referrals() {
  const referrals = useInfiniteQuery(referralsQuery())
  const refusal = useRefusal('support')
  const [granting, setGranting] = useState<Referral | null>(null)
  const columns = useMemo(() => columnsOf(refusal, setGranting), [refusal])
  return (
    <>
      <Title title={copy.title} lead={copy.lead} />
      <Listing query={referrals} words={copy} columns={columns} rowKey={({ _id }) => _id} />
      {granting && <GrantReward referral={granting} onClose={() => setGranting(null)} />}
    </>
  )
}

function columnsOf(refusal: string | null, onGrant: (referral: Referral) => void): Column<Referral>[] {
  return [
    {
      key: 'friend',
      label: copy.columns.friend,
      onCard: 'heading',
      cell: ({ friendName, friendEmail }) => (
        <>
          <div>{friendName}</div>
          <div className={`${sheet.quiet} ${sheet.anywhere}`}>{friendEmail}</div>
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
      cell: ({ createdAt }) => <When at={createdAt} show="date" />,
    },
    {
      key: 'state',
      label: copy.columns.state,
      cell: ({ state }) => <Stamp state={state} words={copy.states} />,
    },
    {
      key: 'acts',
      label: copy.columns.acts,
      onCard: 'foot',
      cell: (referral) =>
        referral.state === 'ready' ? (
          <ActButton
            refusal={refusal}
            label={copy.grantOf(referral.studentName, referral.friendName)}
            onClick={() => onGrant(referral)}
          >
            {copy.grant}
          </ActButton>
        ) : null,
    },
  ]
}

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { AuditHistory } from '@/admin/AuditHistory'
import { ADMIN_ZONE } from '@/admin/adminZone'
import { BackLink } from '@/admin/BackLink'
import table from '@/admin/DataTable.module.css'
import { PageHeader } from '@/admin/PageHeader'
import { StatusBadge } from '@/admin/StatusBadge'
import { type AdminPayout, adminPayoutQuery } from '@/api/adminPayouts'
import { adminPayoutsCopy as copy } from '@/copy/adminPayouts'
import { momentBefore } from '@/lib/time'
import { DateTime } from '@/ui/DateTime'
import { DescriptionList } from '@/ui/DescriptionList'
import { EmptyState } from '@/ui/EmptyState'
import { QueryBoundary } from '@/ui/QueryBoundary'
import { TextLink } from '@/ui/TextLink'
import { CurrencyWarning } from './CurrencyWarning'
import { PayoutActions, type PayoutResult, ReturnedPayoutButton } from './PayoutActions'
import { PayoutLines } from './PayoutLines'
import { PayoutResultDialog } from './PayoutResultDialog'
import classes from './Payouts.module.css'
import { payoutAmount } from './payoutText'

/** One payout: details, actions, classes and history. */
export function PayoutPage({ id }: { id: string }) {
  const details = useQuery(adminPayoutQuery(id))
  const [result, setResult] = useState<PayoutResult | null>(null)
  const teacher = details.data?.payout.teacherName
  return (
    <>
      <BackLink href="#payouts">{copy.back}</BackLink>
      <PageHeader title={teacher ? copy.titleOf(teacher) : copy.one} />
      {details.error?.status === 404 ? (
        <EmptyState title={copy.gone} />
      ) : (
        <QueryBoundary query={details} loading={copy.oneLoading} failed={copy.oneFailed} height={420}>
          {({ payout, lines, history }) => (
            <div className={classes.page}>
              <PayoutDetails payout={payout} />
              <CurrencyWarning payout={payout} />
              {payout.state !== 'failed' && (
                <div className={table.actions}>
                  <PayoutActions payout={payout} onSelect={setResult} />
                  {payout.state === 'paid' && <ReturnedPayoutButton payout={payout} onSelect={setResult} />}
                </div>
              )}
              <PayoutLines payout={payout} lines={lines} />
              <AuditHistory lines={history} subjectId={payout._id} />
            </div>
          )}
        </QueryBoundary>
      )}
      {result && <PayoutResultDialog result={result} onClose={() => setResult(null)} />}
    </>
  )
}

function PayoutDetails({ payout }: { payout: AdminPayout }) {
  const { facts: labels } = copy
  const { teacherId, teacherName, state, cutOff, accountNumberMasked } = payout
  const { createdAt, exportedAt, paidAt } = payout
  return (
    <DescriptionList
      items={[
        { label: labels.amount, value: payoutAmount(payout) },
        { label: labels.state, value: <StatusBadge state={state} labels={copy.states} /> },
        ...(payout.failure ? [{ label: labels.failure, value: payout.failure }] : []),
        ...(payout.reference ? [{ label: labels.reference, value: payout.reference }] : []),
        { label: labels.teacher, value: <TextLink href={`#people/${teacherId}`}>{teacherName}</TextLink> },
        { label: labels.account, value: accountNumberMasked },
        {
          label: labels.cutOff,
          value: <DateTime instant={momentBefore(cutOff)} show="date" zone={ADMIN_ZONE} />,
        },
        { label: labels.prepared, value: <DateTime instant={createdAt} /> },
        {
          label: labels.handedOver,
          value: exportedAt ? <DateTime instant={exportedAt} /> : copy.notExported[state],
        },
        ...(paidAt ? [{ label: labels.paid, value: <DateTime instant={paidAt} /> }] : []),
      ]}
    />
  )
}

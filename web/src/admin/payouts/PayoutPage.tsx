import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Back } from '@/admin/Back'
import { History } from '@/admin/History'
import { HOME_ZONE } from '@/admin/homeZone'
import sheet from '@/admin/Sheet.module.css'
import { Stamp } from '@/admin/Stamp'
import { Title } from '@/admin/Title'
import { type Payout, payoutQuery } from '@/api/adminPayouts'
import { adminPayoutsCopy as copy } from '@/copy/adminPayouts'
import { EmptyState } from '@/ui/EmptyState'
import { Facts } from '@/ui/Facts'
import { Reading } from '@/ui/Reading'
import { TextLink } from '@/ui/TextLink'
import { When } from '@/ui/When'
import { Doubt } from './Doubt'
import { ComeBackAct, PayoutActs, type Saying } from './PayoutActs'
import { PayoutLines } from './PayoutLines'
import classes from './Payouts.module.css'
import { amountOf } from './payoutWords'
import { SayDialog } from './SayDialog'

/** One payout: what it is made of, where it goes, and how it went. */
export function PayoutPage({ id }: { id: string }) {
  const details = useQuery(payoutQuery(id))
  const [saying, setSaying] = useState<Saying | null>(null)
  const teacher = details.data?.payout.teacherName
  return (
    <>
      <Back href="#payouts">{copy.back}</Back>
      <Title title={teacher ? copy.titleOf(teacher) : copy.one} />
      {details.error?.status === 404 ? (
        <EmptyState title={copy.gone} />
      ) : (
        <Reading query={details} loading={copy.oneLoading} failed={copy.oneFailed} height={420}>
          {({ payout, lines, history }) => (
            <div className={classes.page}>
              <PayoutFacts payout={payout} />
              <Doubt payout={payout} />
              {payout.state !== 'failed' && (
                <div className={sheet.acts}>
                  <PayoutActs payout={payout} onSay={setSaying} />
                  {payout.state === 'paid' && <ComeBackAct payout={payout} onSay={setSaying} />}
                </div>
              )}
              <PayoutLines payout={payout} lines={lines} />
              <History lines={history} of={payout._id} />
            </div>
          )}
        </Reading>
      )}
      {saying && <SayDialog saying={saying} onClose={() => setSaying(null)} />}
    </>
  )
}

function PayoutFacts({ payout }: { payout: Payout }) {
  const { facts } = copy
  const { teacherId, teacherName, state, cutOff, accountNumberMasked } = payout
  const { createdAt, exportedAt, paidAt } = payout
  return (
    <Facts
      facts={[
        { label: facts.amount, value: amountOf(payout) },
        { label: facts.state, value: <Stamp state={state} words={copy.states} /> },
        ...(payout.failure ? [{ label: facts.failure, value: payout.failure }] : []),
        ...(payout.reference ? [{ label: facts.reference, value: payout.reference }] : []),
        { label: facts.teacher, value: <TextLink href={`#people/${teacherId}`}>{teacherName}</TextLink> },
        { label: facts.account, value: accountNumberMasked },
        { label: facts.cutOff, value: <When at={cutOff} show="date" zone={HOME_ZONE} /> },
        { label: facts.prepared, value: <When at={createdAt} /> },
        {
          label: facts.handedOver,
          value: exportedAt ? <When at={exportedAt} /> : copy.inNoTable,
        },
        ...(paidAt ? [{ label: facts.paid, value: <When at={paidAt} /> }] : []),
      ]}
    />
  )
}

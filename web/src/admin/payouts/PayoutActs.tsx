import { ActButton } from '@/admin/ActButton'
import { useRefusal } from '@/admin/roles'
import type { Payout } from '@/api/adminPayouts'
import { adminPayoutsCopy as copy } from '@/copy/adminPayouts'

/** What is about to be said of a payout. */
export interface Saying {
  what: 'paid' | 'failed' | 'back'
  payout: Payout
}

interface PayoutActsProps {
  payout: Payout
  onSay: (saying: Saying) => void
}

/** How the bank has decided. Said once: afterwards there is nothing to say any more. */
export function PayoutActs({ payout, onSay }: PayoutActsProps) {
  const refusal = useRefusal('finance')
  if (payout.state !== 'prepared') return null
  const { teacherName } = payout
  return (
    <>
      <ActButton
        refusal={refusal}
        label={copy.pay.of(teacherName)}
        onClick={() => onSay({ what: 'paid', payout })}
      >
        {copy.pay.act}
      </ActButton>
      <ActButton
        refusal={refusal}
        label={copy.fail.of(teacherName)}
        variant="subtle"
        onClick={() => onSay({ what: 'failed', payout })}
      >
        {copy.fail.act}
      </ActButton>
    </>
  )
}

/** What can still happen to one that was paid. On its own page only, for it is rare. */
export function ComeBackAct({ payout, onSay }: PayoutActsProps) {
  const refusal = useRefusal('finance')
  return (
    <ActButton
      refusal={refusal}
      label={copy.comeBack.of(payout.teacherName)}
      onClick={() => onSay({ what: 'back', payout })}
    >
      {copy.comeBack.act}
    </ActButton>
  )
}

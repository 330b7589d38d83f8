import { Alert, Checkbox, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { ActDialog } from '@/admin/ActDialog'
import { ReasonDialog } from '@/admin/ReasonDialog'
import { useAct } from '@/admin/useAct'
import { failPayout, type Payout, payPayout, returnPayout } from '@/api/adminPayouts'
import { adminPayoutsCopy } from '@/copy/adminPayouts'
import { toastSuccess } from '@/ui/toast'
import { useFocusFirstError } from '@/ui/useFocusFirstError'
import { When } from '@/ui/When'
import type { Saying } from './PayoutActs'
import { amountOf, classesOf } from './payoutWords'

const { pay, fail, comeBack } = adminPayoutsCopy
const REFERENCE_CHARS = 100

interface SayDialogProps {
  saying: Saying
  /** It is so now. */
  onSaid?: (payout: Payout) => void
  onClose: () => void
}

/** Asks before a payout is marked as paid, as failed, or as come back. */
export function SayDialog({ saying: { what, payout }, onSaid, onClose }: SayDialogProps) {
  const say = async (saying: Promise<Payout>) => {
    const said = await saying
    onSaid?.(said)
    return said
  }
  if (what === 'paid') {
    const pay = (reference: string, byHand: boolean) => say(payPayout(payout._id, reference, byHand))
    return <PaidDialog payout={payout} onPay={pay} onClose={onClose} />
  }
  if (what === 'back') {
    return (
      <ReasonDialog
        title={comeBack.title}
        happens={comeBack.happens(amountOf(payout), payout.teacherName, payout.reference ?? '')}
        confirm={comeBack.confirm}
        done={comeBack.done}
        failed={comeBack.failed}
        reasonHint={comeBack.reasonHint}
        danger
        onConfirm={(reason) => say(returnPayout(payout._id, reason))}
        onClose={onClose}
      />
    )
  }
  return (
    <ReasonDialog
      title={fail.title}
      happens={<Refused payout={payout} />}
      confirm={fail.confirm}
      done={fail.done}
      failed={fail.failed}
      reasonHint={fail.reasonHint}
      danger
      onConfirm={(reason) => say(failPayout(payout._id, reason))}
      onClose={onClose}
    />
  )
}

/** What failing means depends on whether the bank can still carry it out. */
function Refused({ payout }: { payout: Payout }) {
  return (
    <>
      <p>{fail.happens(amountOf(payout), payout.teacherName, classesOf(payout))}</p>
      {payout.exportedAt ? (
        <p>
          <strong>
            {fail.atTheBank} <When at={payout.exportedAt} />.
          </strong>{' '}
          {fail.atTheBankHint}
        </p>
      ) : (
        <p>{fail.notAtTheBank}</p>
      )}
    </>
  )
}

interface PaidDialogProps {
  payout: Payout
  onPay: (reference: string, byHand: boolean) => Promise<Payout>
  onClose: () => void
}

function PaidDialog({ payout, onPay, onClose }: PaidDialogProps) {
  const unlisted = payout.exportedAt === null
  const form = useForm({
    initialValues: { reference: '', byHand: false },
    validate: {
      reference: (text) => (text.trim() ? null : pay.missing),
      byHand: (byHand) => (byHand || !unlisted ? null : pay.byHandMissing),
    },
  })
  const paying = useAct(({ reference, byHand }: typeof form.values) => onPay(reference.trim(), byHand), {
    onDone: () => {
      toastSuccess(pay.done)
      onClose()
    },
    onRefused: ({ fieldErrors }) => {
      form.setErrors(fieldErrors)
      focusFirstError()
    },
  })
  const focusFirstError = useFocusFirstError(paying.pending)
  return (
    <ActDialog
      title={pay.title}
      happens={pay.happens(amountOf(payout), payout.teacherName, payout.accountNumberMasked)}
      confirm={pay.confirm}
      failed={pay.failed}
      act={paying}
      onSubmit={form.onSubmit(paying.send, focusFirstError)}
      onClose={onClose}
    >
      {unlisted && <Alert color="yellow">{pay.unlisted}</Alert>}
      <TextInput
        label={pay.reference}
        description={pay.referenceHint}
        autoComplete="off"
        spellCheck={false}
        maxLength={REFERENCE_CHARS}
        withAsterisk
        data-autofocus
        {...form.getInputProps('reference')}
      />
      {unlisted && <Checkbox label={pay.byHand} {...form.getInputProps('byHand', { type: 'checkbox' })} />}
    </ActDialog>
  )
}

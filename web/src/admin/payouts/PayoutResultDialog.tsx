import { Alert, Checkbox, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { ActionDialog } from '@/admin/ActionDialog'
import { ReasonDialog } from '@/admin/ReasonDialog'
import { useAdminMutation } from '@/admin/useAdminMutation'
import { type AdminPayout, markPayoutFailed, markPayoutPaid, markPayoutReturned } from '@/api/adminPayouts'
import { adminPayoutsCopy } from '@/copy/adminPayouts'
import { DateTime } from '@/ui/DateTime'
import { toastSuccess } from '@/ui/toast'
import { useFocusFirstError } from '@/ui/useFocusFirstError'
import type { PayoutResult } from './PayoutActions'
import { payoutAmount, payoutClasses } from './payoutText'

const { pay, fail, comeBack } = adminPayoutsCopy
const MAX_REFERENCE_CHARS = 100

interface PayoutResultDialogProps {
  result: PayoutResult
  onSuccess?: (payout: AdminPayout) => void
  onClose: () => void
}

/** Records a payout as paid, failed or returned. */
export function PayoutResultDialog({
  result: { outcome, payout },
  onSuccess,
  onClose,
}: PayoutResultDialogProps) {
  const record = async (request: Promise<AdminPayout>) => {
    const updated = await request
    onSuccess?.(updated)
    return updated
  }
  if (outcome === 'paid') {
    const pay = (reference: string, byHand: boolean) => record(markPayoutPaid(payout._id, reference, byHand))
    return <PaidDialog payout={payout} onPay={pay} onClose={onClose} />
  }
  if (outcome === 'returned') {
    return (
      <ReasonDialog
        title={comeBack.title}
        description={comeBack.happens(payoutAmount(payout), payout.teacherName, payout.reference ?? '')}
        confirmLabel={comeBack.confirm}
        successMessage={comeBack.done}
        failureMessage={comeBack.failed}
        reasonHint={comeBack.reasonHint}
        isDestructive
        onConfirm={(reason) => record(markPayoutReturned(payout._id, reason))}
        onClose={onClose}
      />
    )
  }
  return (
    <ReasonDialog
      title={fail.title}
      description={<FailureDescription payout={payout} />}
      confirmLabel={fail.confirm}
      successMessage={fail.done}
      failureMessage={fail.failed}
      reasonHint={fail.reasonHint}
      isDestructive
      onConfirm={(reason) => record(markPayoutFailed(payout._id, reason))}
      onClose={onClose}
    />
  )
}

/** The effect depends on whether the bank has the payout already. */
function FailureDescription({ payout }: { payout: AdminPayout }) {
  return (
    <>
      <p>{fail.happens(payoutAmount(payout), payout.teacherName, payoutClasses(payout))}</p>
      {payout.exportedAt ? (
        <p>
          <strong>
            {fail.atTheBank} <DateTime instant={payout.exportedAt} />.
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
  payout: AdminPayout
  onPay: (reference: string, byHand: boolean) => Promise<AdminPayout>
  onClose: () => void
}

function PaidDialog({ payout, onPay, onClose }: PaidDialogProps) {
  const isUnexported = payout.exportedAt === null
  const form = useForm({
    initialValues: { reference: '', byHand: false },
    validate: {
      reference: (text) => (text.trim() ? null : pay.missing),
      byHand: (byHand) => (byHand || !isUnexported ? null : pay.byHandMissing),
    },
  })
  const markPaid = useAdminMutation(
    ({ reference, byHand }: typeof form.values) => onPay(reference.trim(), byHand),
    {
      onSuccess: () => {
        toastSuccess(pay.done)
        onClose()
      },
      onError: ({ fieldErrors }) => {
        form.setErrors(fieldErrors)
        focusFirstError()
      },
    },
  )
  const focusFirstError = useFocusFirstError(markPaid.isPending)
  return (
    <ActionDialog
      title={pay.title}
      description={pay.happens(payoutAmount(payout), payout.teacherName, payout.accountNumberMasked)}
      confirmLabel={pay.confirm}
      failureMessage={pay.failed}
      action={markPaid}
      onSubmit={form.onSubmit(markPaid.send, focusFirstError)}
      onClose={onClose}
    >
      {isUnexported && <Alert color="yellow">{pay.unlisted}</Alert>}
      <TextInput
        label={pay.reference}
        description={pay.referenceHint}
        autoComplete="off"
        spellCheck={false}
        maxLength={MAX_REFERENCE_CHARS}
        withAsterisk
        data-autofocus
        {...form.getInputProps('reference')}
      />
      {isUnexported && (
        <Checkbox label={pay.byHand} {...form.getInputProps('byHand', { type: 'checkbox' })} />
      )}
    </ActionDialog>
  )
}

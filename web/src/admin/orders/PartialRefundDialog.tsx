import { Input, NumberInput, SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import table from '@/admin/DataTable.module.css'
import { ReasonDialog } from '@/admin/ReasonDialog'
import { type PartialRefund, refundPart } from '@/api/adminOrders'
import type { AdminOrder, AdminOrderDetails } from '@/api/adminPeopleTypes'
import { adminOrdersCopy } from '@/copy/adminOrders'
import { formatCharge } from '@/lib/money'

const copy = adminOrdersCopy.partial
/** The smallest amount that the payment provider refunds, in major units. */
const MIN_AMOUNT = 1

interface PartialRefundDialogProps extends Pick<AdminOrderDetails, 'order' | 'partialRefund'> {
  onClose: () => void
}

/** Refunds a part of a payment: the amount, who pays for it, and the reason. */
export function PartialRefundDialog({ order, partialRefund, onClose }: PartialRefundDialogProps) {
  const { refundable, shared, noTeacherShare } = partialRefund
  const [amount, setAmount] = useState<number | string>('')
  const [bearer, setBearer] = useState<PartialRefund['bearer']>('platform')
  const [isValidated, setIsValidated] = useState(false)
  const [idempotencyKey] = useState(() => crypto.randomUUID())
  const money = (value: number) => formatCharge(value, order.currency)
  const symbol = order.currency === 'INR' ? '₹' : '$'
  const refunded = order.total - refundable
  const text = copy.text(money(refundable))
  const isInvalid = typeof amount !== 'number' || amount < MIN_AMOUNT || amount > refundable
  return (
    <ReasonDialog
      title={copy.title}
      description={refunded > 0 ? `${copy.refundedBefore(money(refunded))} ${text}` : text}
      confirmLabel={isInvalid ? copy.confirmEmpty : copy.confirm(money(amount))}
      successMessage={copy.done}
      failureMessage={copy.failed}
      isDestructive
      validate={() => {
        setIsValidated(true)
        return !isInvalid
      }}
      onConfirm={(reason) =>
        refundPart(order._id, { amount: Number(amount), refundable, bearer, idempotencyKey }, reason)
      }
      onClose={onClose}
    >
      {({ isPending, fieldErrors }) => (
        <>
          <NumberInput
            label={copy.amount}
            description={copy.amountHint(money(refundable))}
            min={MIN_AMOUNT}
            max={refundable}
            decimalScale={2}
            clampBehavior="none"
            prefix={symbol}
            placeholder={symbol}
            disabled={isPending}
            required
            value={amount}
            error={
              isValidated && isInvalid
                ? copy.amountWrong(money(MIN_AMOUNT), money(refundable))
                : fieldErrors.amount
            }
            onChange={setAmount}
            data-autofocus
          />
          <BearerField
            value={bearer}
            noTeacherShare={noTeacherShare}
            isDisabled={isPending}
            onChange={setBearer}
          />
          {!isInvalid && (
            <p className={table.empty} role="status">
              {preview(order, bearer, money(amount), amount / shared)}
            </p>
          )}
        </>
      )}
    </ReasonDialog>
  )
}

interface BearerFieldProps extends Pick<AdminOrderDetails['partialRefund'], 'noTeacherShare'> {
  value: PartialRefund['bearer']
  isDisabled: boolean
  onChange: (bearer: PartialRefund['bearer']) => void
}

/** Who pays for the refund. If the teacher cannot share it, the reason replaces the description. */
function BearerField({ value, noTeacherShare, isDisabled, onChange }: BearerFieldProps) {
  return (
    <Input.Wrapper
      label={copy.bearer}
      labelElement="div"
      description={noTeacherShare ? copy.notShared[noTeacherShare] : copy.bearers[value].description}
      inputWrapperOrder={['label', 'input', 'description']}
    >
      <SegmentedControl
        aria-label={copy.bearer}
        fullWidth
        disabled={isDisabled}
        value={value}
        onChange={(next) => onChange(next === 'teacher' ? 'teacher' : 'platform')}
        data={[
          { value: 'platform', label: copy.bearers.platform.label },
          { value: 'teacher', label: copy.bearers.teacher.label, disabled: noTeacherShare !== null },
        ]}
      />
    </Input.Wrapper>
  )
}

function preview(order: AdminOrder, bearer: PartialRefund['bearer'], amount: string, share: number): string {
  const { studentName, teacherName } = order
  if (bearer === 'platform') return copy.platformPreview(studentName, amount, teacherName)
  const percent = share.toLocaleString('en', { style: 'percent', maximumFractionDigits: 1 })
  return copy.teacherPreview(studentName, amount, teacherName, percent)
}

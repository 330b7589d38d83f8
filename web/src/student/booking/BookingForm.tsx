import { Button, TextInput } from '@mantine/core'
import { studentCopy } from '@/copy/student'
import { DialogButtons, DialogFoot } from '@/ui/DialogFoot'
import { BookingDetails } from './BookingDetails'
import classes from './BookingModal.module.css'
import { BookingNotices } from './BookingNotices'
import { canEditPhone } from './booking'
import type { BookingModalProps } from './bookingModalProps'
import { PayButton, PaymentFields, PaymentNotices } from './PaymentFields'
import { PaymentMethodChoice } from './PaymentMethodChoice'
import { type BookingFormControl, useBookingForm } from './useBookingForm'

const copy = studentCopy.booking

type BookingFormProps = BookingModalProps & { busy: boolean }

/** Content of 'Book Your Class'. Mounted while the dialog is open, so its state is reset when it closes. */
export function BookingForm(props: BookingFormProps) {
  const { state, credits, money, busy } = props
  const form = useBookingForm(props)
  const { price, paymentMethod, policyText } = form
  const disabled = busy || form.isOutcomeUnknown || form.isUnavailable
  return (
    <>
      <div className={classes.columns} data-two={money !== null || undefined}>
        <div>
          <StudentFields {...props} disabled={busy || form.isOutcomeUnknown || !canEditPhone(state)} />
          <BookingDetails {...props} paymentsEnabled={money !== null} />
        </div>
        <div className={classes.side}>
          {money && form.hasEnoughCredits && (
            <PaymentMethodChoice
              method={paymentMethod}
              credits={state.attempt.slot.creditCost}
              quote={price.quote}
              disabled={disabled}
              onChange={form.setPaymentMethod}
            />
          )}
          {money && paymentMethod === 'money' && <PaymentFields price={price} disabled={disabled} />}
          {policyText && <p className={classes.until}>{policyText}</p>}
        </div>
      </div>
      <DialogFoot>
        {money && paymentMethod === 'money' ? (
          <PaymentNotices money={money} state={state} onLeave={props.onClose} />
        ) : (
          <BookingNotices state={state} credits={credits} />
        )}
        <BookingActions {...props} form={form} />
      </DialogFoot>
    </>
  )
}

function StudentFields({ state, student, onPhone, disabled }: BookingFormProps & { disabled: boolean }) {
  return (
    <div className={classes.people}>
      <TextInput label={copy.name} value={student.name} readOnly variant="filled" />
      <TextInput label={copy.email} value={student.email} readOnly variant="filled" />
      <TextInput
        className={classes.phone}
        label={copy.phone}
        description={copy.phoneHint}
        type="tel"
        autoComplete="tel"
        maxLength={32}
        value={state.attempt.phone}
        disabled={disabled}
        onChange={(event) => onPhone(event.currentTarget.value)}
      />
    </div>
  )
}

function BookingActions(props: BookingFormProps & { form: BookingFormControl }) {
  const { state, money, busy, form } = props
  const { slot, phone } = state.attempt
  return (
    <DialogButtons>
      <Button variant="default" onClick={props.onClose} disabled={busy}>
        {form.cannotContinue ? copy.chooseAnother : copy.cancel}
      </Button>
      {!form.cannotContinue && money && form.paymentMethod === 'money' && (
        <PayButton checkout={money.checkout} price={form.price} phone={phone} busy={busy} />
      )}
      {!form.cannotContinue && form.paymentMethod === 'credits' && (
        <Button
          loading={busy}
          disabled={!form.hasEnoughCredits && !form.isRetry}
          aria-describedby={form.lacksCredits ? 'insufficient-credits' : undefined}
          onClick={(event) => props.onConfirm(event.detail === 0)}
        >
          {form.isRetry ? copy.retry : copy.confirm(slot.creditCost)}
        </Button>
      )}
    </DialogButtons>
  )
}

import { Button, TextInput } from '@mantine/core'
import type { RefObject } from 'react'
import { usePhoneField } from '@/checkout/usePhoneField'
import { studentCopy } from '@/copy/student'
import { childSectionsCopy } from '@/copy/studentChildSections'
import { useChild } from '@/family/childName'
import { FamilyOverlap } from '@/family/FamilyClasses'
import { GuardianNeeded } from '@/student/account/GuardianNeeded'
import { DialogButtons, DialogFoot } from '@/ui/DialogFoot'
import { PolicyLines } from '@/ui/PolicyLines'
import { BookingCost, BookingDetails } from './BookingDetails'
import classes from './BookingModal.module.css'
import { BookingNotices } from './BookingNotices'
import { canEditPhone } from './booking'
import type { BookingModalProps } from './bookingModalProps'
import { PayButton, PaymentFields, PaymentNotices } from './PaymentFields'
import { PaymentMethodChoice } from './PaymentMethodChoice'
import { type BookingFormControl, useBookingForm } from './useBookingForm'

const copy = studentCopy.booking

type BookingFormProps = BookingModalProps & { busy: boolean }

/**
 * Content of 'Book Your Class': when and with whom, how to pay, the cancellation policy, then the
 * student. Mounted while the dialog is open, so its state is reset when it closes.
 */
export function BookingForm(props: BookingFormProps) {
  const { state, credits, money, busy } = props
  const form = useBookingForm(props)
  const phone = usePhoneField(state.attempt.phone, props.storedPhone)
  const { price, paymentMethod, policyLines } = form
  const disabled = busy || form.isOutcomeUnknown || form.isUnavailable
  return (
    <>
      <div className={classes.columns}>
        <BookingDetails {...props} />
        <div>
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
          <BookingCost
            state={state}
            credits={credits}
            paymentsEnabled={money !== null}
            isPaidWithMoney={form.hasEnoughCredits && paymentMethod === 'money'}
          />
          {policyLines && <PolicyLines lines={policyLines} />}
        </div>
        <StudentFields
          {...props}
          field={phone.ref}
          error={phone.isWrong ? copy.phoneInvalid : null}
          disabled={busy || form.isOutcomeUnknown || !canEditPhone(state)}
        />
      </div>
      <DialogFoot>
        <GuardianNeeded onLeave={props.onClose} />
        <FamilyOverlap classTime={state.attempt.slot} />
        {money && paymentMethod === 'money' ? (
          <PaymentNotices money={money} state={state} onLeave={props.onClose} />
        ) : (
          <BookingNotices state={state} credits={credits} />
        )}
        <BookingActions {...props} form={form} checkPhone={phone.check} />
      </DialogFoot>
    </>
  )
}

interface StudentFieldsProps extends BookingFormProps {
  field: RefObject<HTMLInputElement | null>
  error: string | null
  disabled: boolean
}

function StudentFields({ state, student, onPhone, field, error, disabled }: StudentFieldsProps) {
  const child = useChild()
  return (
    <div className={classes.people}>
      <TextInput label={copy.name} value={student.name} readOnly variant="filled" />
      <TextInput label={copy.email} value={student.email} readOnly variant="filled" />
      <TextInput
        ref={field}
        className={classes.phone}
        label={copy.phone}
        description={child ? childSectionsCopy.booking.phoneHint : copy.phoneHint}
        type="tel"
        autoComplete="tel"
        maxLength={32}
        value={state.attempt.phone}
        error={error}
        disabled={disabled}
        onChange={(event) => onPhone(event.currentTarget.value)}
      />
    </div>
  )
}

interface BookingActionsProps extends BookingFormProps {
  form: BookingFormControl
  /** Shows an error at the phone field unless it is valid. */
  checkPhone: () => boolean
}

function BookingActions(props: BookingActionsProps) {
  const { state, money, busy, form, checkPhone } = props
  const { slot, phone } = state.attempt
  return (
    <DialogButtons>
      <Button variant="default" onClick={props.onClose} disabled={busy}>
        {form.cannotContinue ? copy.chooseAnother : copy.cancel}
      </Button>
      {!form.cannotContinue && money && form.paymentMethod === 'money' && (
        <PayButton
          checkout={money.checkout}
          price={form.price}
          phone={phone}
          busy={busy}
          isReady={checkPhone}
        />
      )}
      {!form.cannotContinue && form.paymentMethod === 'credits' && (
        <Button
          loading={busy}
          disabled={!form.hasEnoughCredits && !form.isRetry}
          aria-describedby={form.lacksCredits ? 'insufficient-credits' : undefined}
          onClick={(event) => checkPhone() && props.onConfirm(event.detail === 0)}
        >
          {form.isRetry ? copy.retry : copy.confirm(slot.creditCost)}
        </Button>
      )}
    </DialogButtons>
  )
}

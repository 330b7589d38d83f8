import { Alert, Button, TextInput } from '@mantine/core'
import { type RefObject, useState } from 'react'
import type { PackageSize } from '@/api/types'
import { CouponField } from '@/checkout/CouponField'
import { isOutcomeUnknown } from '@/checkout/checkout'
import { PriceLines } from '@/checkout/PriceLines'
import type { CheckoutControl } from '@/checkout/useCheckout'
import { usePhoneField } from '@/checkout/usePhoneField'
import { usePrice } from '@/checkout/usePrice'
import { checkoutCopy } from '@/copy/checkout'
import { childSectionsCopy } from '@/copy/studentChildSections'
import { useChild } from '@/family/childName'
import { GuardianNeeded } from '@/student/account/GuardianNeeded'
import { type PurchaseDraft, useKeepPurchase } from '@/student/booking/purchaseDraft'
import { Dialog } from '@/ui/Dialog'
import { DialogButtons, DialogFoot } from '@/ui/DialogFoot'
import { TextLink } from '@/ui/TextLink'
import { useIsWide } from '@/ui/useIsWide'
import classes from './PackageModal.module.css'
import { PACKAGE_DAYS } from './packages'

interface PackageModalProps {
  opened: boolean
  size: PackageSize
  student: { name: string; email: string }
  /** The stored phone number, as initial value. */
  phone: string
  /** What the student had entered before the sign-in ended. */
  draft: PurchaseDraft | null
  checkout: CheckoutControl
  testMode: boolean
  onClosed: () => void
}

const copy = checkoutCopy.package

/** 'Complete Bulk Package Purchase': buyer and price. */
export function PackageModal(props: PackageModalProps) {
  const { state } = props.checkout
  const wide = useIsWide()
  const busy = (state.name === 'confirming' && state.sending) || state.name === 'paying'
  return (
    <Dialog
      opened={props.opened}
      onClose={props.checkout.close}
      onExitTransitionEnd={props.onClosed}
      returnFocus={false}
      title={copy.title}
      classNames={{ title: classes.title }}
      size={540}
      padding={wide ? 24 : 16}
      fullScreen={!wide}
      closeOnClickOutside={!busy}
      closeButtonProps={{ 'aria-label': copy.close, disabled: busy }}
    >
      <PackageForm {...props} busy={busy} />
    </Dialog>
  )
}

function PackageForm({
  size,
  student,
  phone: known,
  draft,
  checkout,
  testMode,
  busy,
}: PackageModalProps & { busy: boolean }) {
  const { state } = checkout
  const child = useChild()
  const [phone, setPhone] = useState(draft?.phone ?? known)
  const phoneField = usePhoneField(phone, known)
  const price = usePrice({ kind: 'package', size }, { coupon: draft?.coupon ?? null })
  const { quote, coupon } = price
  const rejection = state.name === 'confirming' ? state.rejection : null
  const isUnknown = isOutcomeUnknown(state)
  const disabled = busy || isUnknown
  useKeepPurchase(
    isUnknown || state.name === 'paying'
      ? null
      : { item: { kind: 'package', size }, phone, coupon: coupon.applied, method: null },
  )

  const buy = async (byKeyboard: boolean) => {
    if (!quote || !phoneField.check() || coupon.applyPendingCode()) return
    const rejected = await checkout.confirm({ quote, coupon: coupon.applied, phone }, byKeyboard)
    if (rejected?.kind === 'coupon') coupon.remove(rejected.message)
  }

  return (
    <>
      <p className={classes.summary}>
        {child
          ? childSectionsCopy.package.what(child, size, PACKAGE_DAYS[size])
          : copy.what(size, PACKAGE_DAYS[size])}
      </p>
      <BuyerFields
        student={student}
        phone={phone}
        field={phoneField.ref}
        error={phoneField.isWrong ? copy.phoneInvalid : null}
        disabled={disabled}
        onPhone={setPhone}
      />
      <CouponField coupon={coupon} percent={quote?.discountPercent ?? 0} disabled={disabled} />
      <PriceLines price={price} />
      <NoRefund />
      <DialogFoot>
        <GuardianNeeded onLeave={checkout.close} />
        {rejection && rejection.kind !== 'coupon' && (
          <Alert color={rejection.kind === 'price' ? 'yellow' : 'red'} role="alert" mb="md">
            {rejection.message}
          </Alert>
        )}
        {testMode && <p className={classes.test}>{checkoutCopy.testMode}</p>}
        <DialogButtons>
          <Button variant="default" onClick={checkout.close} disabled={busy}>
            {copy.cancel}
          </Button>
          <Button
            loading={busy}
            disabled={!quote || coupon.checking}
            onClick={(event) => void buy(event.detail === 0)}
          >
            {isUnknown ? checkoutCopy.tryAgain : copy.confirm}
          </Button>
        </DialogButtons>
      </DialogFoot>
    </>
  )
}

interface BuyerFieldsProps {
  student: { name: string; email: string }
  phone: string
  field: RefObject<HTMLInputElement | null>
  error: string | null
  disabled: boolean
  onPhone: (phone: string) => void
}

function BuyerFields({ student, phone, field, error, disabled, onPhone }: BuyerFieldsProps) {
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
        value={phone}
        error={error}
        disabled={disabled}
        onChange={(event) => onPhone(event.currentTarget.value)}
      />
    </div>
  )
}

function NoRefund() {
  return (
    <p className={classes.small}>
      {copy.noRefund}{' '}
      <TextLink href={copy.policy.path} external>
        {copy.policy.label}
      </TextLink>
    </p>
  )
}

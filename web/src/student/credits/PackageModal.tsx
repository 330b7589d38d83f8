import { Alert, Button, Modal, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { PackageSize } from '@/api/types'
import { CouponField } from '@/checkout/CouponField'
import { isUnsettled } from '@/checkout/checkout'
import { PriceLines } from '@/checkout/PriceLines'
import type { CheckoutControl } from '@/checkout/useCheckout'
import { usePrice } from '@/checkout/usePrice'
import { checkoutCopy } from '@/copy/checkout'
import { TextLink } from '@/ui/TextLink'
import { useIsWide } from '@/ui/useIsWide'
import classes from './PackageModal.module.css'
import { PACKAGE_DAYS } from './packages'

interface PackageModalProps {
  opened: boolean
  size: PackageSize
  student: { name: string; email: string }
  /** The number that we know, to begin with. */
  phone: string
  checkout: CheckoutControl
  testMode: boolean
  onClosed: () => void
}

const copy = checkoutCopy.package

/** 'Complete Bulk Package Purchase': who buys, for what price. */
export function PackageModal(props: PackageModalProps) {
  const { state } = props.checkout
  const wide = useIsWide()
  const busy = (state.name === 'confirming' && state.sending) || state.name === 'paying'
  return (
    <Modal
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
    </Modal>
  )
}

function PackageForm({
  size,
  student,
  phone: known,
  checkout,
  testMode,
  busy,
}: PackageModalProps & { busy: boolean }) {
  const { state } = checkout
  const [phone, setPhone] = useState(known)
  const price = usePrice({ kind: 'package', size })
  const { quote, coupon } = price
  const refusal = state.name === 'confirming' ? state.refusal : null
  const unsettled = isUnsettled(state)
  const fixed = busy || unsettled

  const buy = async (byKeyboard: boolean) => {
    if (!quote) return
    const refused = await checkout.confirm({ quote, coupon: coupon.applied, phone }, byKeyboard)
    if (refused?.kind === 'coupon') coupon.remove(refused.message)
  }

  return (
    <>
      <p className={classes.what}>{copy.what(size, PACKAGE_DAYS[size])}</p>
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
          value={phone}
          disabled={fixed}
          onChange={(event) => setPhone(event.currentTarget.value)}
        />
      </div>
      <CouponField coupon={coupon} percent={quote?.discountPercent ?? 0} disabled={fixed} />
      <PriceLines price={price} />
      <p className={classes.small}>
        {copy.noRefund}{' '}
        <TextLink href={copy.policy.path} outside>
          {copy.policy.label}
        </TextLink>
      </p>
      <div className={classes.foot}>
        {refusal && refusal.kind !== 'coupon' && (
          <Alert color={refusal.kind === 'price' ? 'yellow' : 'red'} role="alert" mb="md">
            {refusal.message}
          </Alert>
        )}
        {testMode && <p className={classes.test}>{checkoutCopy.testMode}</p>}
        <div className={classes.actions}>
          <Button variant="default" onClick={checkout.close} disabled={busy}>
            {copy.cancel}
          </Button>
          <Button
            loading={busy}
            disabled={!quote || coupon.checking}
            onClick={(event) => void buy(event.detail === 0)}
          >
            {unsettled ? checkoutCopy.tryAgain : copy.confirm}
          </Button>
        </div>
      </div>
    </>
  )
}

import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useAppConfig } from '@/api/useAppConfig'
import { isUnsettled as isOrderUnsettled } from '@/checkout/checkout'
import { usePrice } from '@/checkout/usePrice'
import { studentCopy } from '@/copy/student'
import { policyWords, promiseWords } from '@/student/promise'
import { useNow } from '@/student/useNow'
import { BookingFacts } from './BookingFacts'
import classes from './BookingModal.module.css'
import { BookingNotices } from './BookingNotices'
import { canConfirm, canEditPhone, isUnsettled } from './booking'
import type { BookingModalProps } from './bookingModalProps'
import { insufficient, sufficient } from './creditsState'
import { PayButton, PayNotices, PayPart } from './PayPart'
import { type Way, WayChoice } from './WayChoice'

const copy = studentCopy.booking

/** The inside of 'Book Your Class'. It lives as long as the dialog is open, and so does what is chosen in it. */
export function BookingForm(props: BookingModalProps & { busy: boolean }) {
  const { state, student, credits, money, zone, teacherZone, busy } = props
  const { slot, phone } = state.attempt
  const [chosen, setChosen] = useState<Way | null>(null)
  const price = usePrice({ kind: 'class', slot }, money !== null)
  const lacking = insufficient(credits, slot.creditCost)
  const way: Way = money
    ? (chosen ?? (lacking || credits.name === 'unread' ? 'money' : 'credits'))
    : 'credits'
  const open = isUnsettled(state) || (money !== null && isOrderUnsettled(money.checkout.state))
  const gone =
    (state.name === 'confirming' && state.vanished) ||
    (state.name === 'failed' && (state.vanished || state.failure.kind === 'gone')) ||
    (money?.checkout.state.name === 'confirming' && money.checkout.state.refusal?.kind === 'gone')
  const again = state.name === 'failed' && canConfirm(state)
  const deadEnd = !busy && (gone || (way === 'credits' && !canConfirm(state)))
  const now = useNow()
  const clocks = { zone, teacherZone, now }
  const terms = useAppConfig()?.cancelling
  const policy = price.quote?.policy
  const promise =
    way === 'money'
      ? policy && policyWords(policy, clocks)
      : terms && promiseWords(terms, 'credit', slot.dateTime, clocks)
  return (
    <>
      <div className={classes.columns} data-two={money !== null || undefined}>
        <div>
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
              disabled={busy || open || !canEditPhone(state)}
              onChange={(event) => props.onPhone(event.currentTarget.value)}
            />
          </div>
          <BookingFacts {...props} payable={money !== null} />
        </div>
        <div className={classes.side}>
          {money && sufficient(credits, slot.creditCost) && (
            <WayChoice
              way={way}
              credits={slot.creditCost}
              quote={price.quote}
              disabled={busy || open || gone}
              onChange={setChosen}
            />
          )}
          {money && way === 'money' && <PayPart price={price} disabled={busy || open || gone} />}
          {promise && <p className={classes.until}>{promise}</p>}
        </div>
      </div>
      <div className={classes.foot}>
        {money && way === 'money' ? (
          <PayNotices money={money} state={state} onLeave={props.onClose} />
        ) : (
          <BookingNotices state={state} credits={credits} />
        )}
        <div className={classes.actions}>
          <Button variant="default" onClick={props.onClose} disabled={busy}>
            {deadEnd ? copy.chooseAnother : copy.cancel}
          </Button>
          {!deadEnd && money && way === 'money' && (
            <PayButton checkout={money.checkout} price={price} phone={phone} busy={busy} />
          )}
          {!deadEnd && way === 'credits' && (
            <Button
              loading={busy}
              disabled={!sufficient(credits, slot.creditCost) && !again}
              aria-describedby={lacking ? 'insufficient-credits' : undefined}
              onClick={(event) => props.onConfirm(event.detail === 0)}
            >
              {again ? copy.retry : copy.confirm(slot.creditCost)}
            </Button>
          )}
        </div>
      </div>
    </>
  )
}

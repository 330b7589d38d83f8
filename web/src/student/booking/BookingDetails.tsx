import { checkoutCopy } from '@/copy/checkout'
import { classTypeLabel } from '@/copy/labels'
import { studentCopy } from '@/copy/student'
import { classTimeText } from '@/student/classText'
import { DescriptionList } from '@/ui/DescriptionList'
import classes from './BookingModal.module.css'
import type { BookingState } from './booking'
import type { BookingModalProps } from './bookingModalProps'
import { type CreditsState, lacksCredits } from './creditsState'

const copy = studentCopy.booking

/** When, what and with whom. */
export function BookingDetails({ state, zone, teacherZone, teacherName }: BookingModalProps) {
  const { slot } = state.attempt
  const classTime = classTimeText(slot, zone, teacherZone)
  return (
    <DescriptionList
      items={[
        { label: copy.date, value: classTime.date },
        { label: copy.time, value: `${classTime.time} (${classTime.zone})`, note: classTime.teacher },
        {
          label: copy.type,
          value: (
            <span className={classes.type} data-type={slot.classTypeKey}>
              {classTypeLabel(slot.classTypeKey)}
            </span>
          ),
          note: slot.title && <span dir="auto">{slot.title}</span>,
        },
        ...(teacherName ? [{ label: copy.teacher, value: teacherName }] : []),
      ]}
    />
  )
}

interface BookingCostProps {
  state: Exclude<BookingState, { name: 'choosing' }>
  credits: CreditsState
  /** Without enough credits the class can be paid for. */
  paymentsEnabled: boolean
  /** The student chose to pay although there are enough credits, so the credits stay. */
  isPaidWithMoney: boolean
}

/** The cost in credits, and what to do without enough of them. */
export function BookingCost({ state, credits, paymentsEnabled, isPaidWithMoney }: BookingCostProps) {
  const { creditCost } = state.attempt.slot
  const creditItems = [
    { label: copy.creditCost, value: creditCost },
    { label: copy.availableCredits, value: credits.name === 'loaded' ? credits.available : '…' },
  ]
  const items = [...(isPaidWithMoney ? [] : creditItems), { label: copy.virtual, value: copy.yes }]
  return (
    <>
      <dl className={classes.cost}>
        {items.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {paymentsEnabled && lacksCredits(credits, creditCost) && (
        <p className={classes.lacking}>
          <b>{copy.insufficientSentence}</b> {checkoutCopy.class.lacking(creditCost)}{' '}
          {checkoutCopy.class.packages}
        </p>
      )}
    </>
  )
}

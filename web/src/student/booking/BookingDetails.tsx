import { checkoutCopy } from '@/copy/checkout'
import { classTypeLabel } from '@/copy/labels'
import { studentCopy } from '@/copy/student'
import { classTimeText } from '@/student/classTimeText'
import { DescriptionList } from '@/ui/DescriptionList'
import classes from './BookingModal.module.css'
import type { BookingState } from './booking'
import { type CreditsState, lacksCredits } from './creditsState'

interface BookingDetailsProps {
  state: Exclude<BookingState, { name: 'choosing' }>
  credits: CreditsState
  zone: string
  teacherZone: string | null
  /** Without enough credits the class can be paid for. */
  paymentsEnabled: boolean
}

const copy = studentCopy.booking

/** Time and type of the class and its cost in credits. */
export function BookingDetails({ state, credits, zone, teacherZone, paymentsEnabled }: BookingDetailsProps) {
  const { slot } = state.attempt
  const classTime = classTimeText(slot, zone, teacherZone)
  const isPayingRequired = paymentsEnabled && lacksCredits(credits, slot.creditCost)
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
        },
        { label: copy.creditCost, value: slot.creditCost },
        {
          label: copy.availableCredits,
          value: credits.name === 'loaded' ? credits.available : '…',
          note: isPayingRequired && (
            <>
              <b>{copy.insufficient}.</b> {checkoutCopy.class.lacking(slot.creditCost)}{' '}
              {checkoutCopy.class.packages}
            </>
          ),
        },
        { label: copy.virtual, value: copy.yes },
      ]}
    />
  )
}

import { checkoutCopy } from '@/copy/checkout'
import { studentCopy } from '@/copy/student'
import { classTypeWord } from '@/copy/words'
import { hourWords } from '@/student/classFacts'
import { Facts } from '@/ui/Facts'
import classes from './BookingModal.module.css'
import type { BookingState } from './booking'
import { type CreditsState, insufficient } from './creditsState'

interface BookingFactsProps {
  state: Exclude<BookingState, { name: 'choosing' }>
  credits: CreditsState
  zone: string
  teacherZone: string | null
  /** Missing credits are no obstacle: the class can be paid for. */
  payable: boolean
}

const copy = studentCopy.booking

/** When and what the class is, and what it costs in credits. */
export function BookingFacts({ state, credits, zone, teacherZone, payable }: BookingFactsProps) {
  const { slot } = state.attempt
  const words = hourWords(slot, zone, teacherZone)
  const lacking = payable && insufficient(credits, slot.creditCost)
  return (
    <Facts
      facts={[
        { label: copy.date, value: words.date },
        { label: copy.time, value: `${words.time} (${words.zone})`, note: words.teacher },
        {
          label: copy.type,
          value: (
            <span className={classes.type} data-type={slot.classTypeKey}>
              {classTypeWord(slot.classTypeKey)}
            </span>
          ),
        },
        { label: copy.creditCost, value: slot.creditCost },
        {
          label: copy.availableCredits,
          value: credits.name === 'read' ? credits.available : '…',
          note: lacking && (
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

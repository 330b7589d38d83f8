import { Alert } from '@mantine/core'
import { studentCopy } from '@/copy/student'
import { childSectionsCopy } from '@/copy/studentChildSections'
import { useChild } from '@/family/childName'
import { SupportLink } from '@/student/SupportLink'
import classes from './BookingModal.module.css'
import type { BookingState } from './booking'
import { type CreditsState, lacksCredits } from './creditsState'

interface BookingNoticesProps {
  state: Exclude<BookingState, { name: 'choosing' }>
  credits: CreditsState
}

const copy = studentCopy.booking
const childCopy = childSectionsCopy.booking

/** What prevents the booking, or why it failed. */
export function BookingNotices({ state, credits }: BookingNoticesProps) {
  const child = useChild()
  const { creditCost } = state.attempt.slot
  const available = credits.name === 'loaded' ? credits.available : 0
  const failure = state.name === 'failed' ? state.failure : null
  const isUnavailable = (state.name === 'confirming' || state.name === 'failed') && state.slotUnavailable
  const isInsufficient =
    failure?.kind === 'credits' || (lacksCredits(credits, creditCost) && state.name !== 'booking')
  return (
    <div className={classes.notices}>
      {failure && (
        <Alert color="red" role="alert">
          {failure.message}
        </Alert>
      )}
      {isUnavailable && failure?.kind !== 'unavailable' && (
        <Alert color="yellow" role="alert" title={copy.vanishedTitle}>
          {child ? childCopy.vanished : copy.vanished}
        </Alert>
      )}
      {isInsufficient && (
        <Alert color="yellow" title={copy.insufficient} id="insufficient-credits">
          {child
            ? childCopy.insufficientHelp(child, creditCost, available)
            : copy.insufficientHelp(creditCost, available)}{' '}
          <SupportLink endsSentence />
        </Alert>
      )}
      {credits.name === 'failed' && <Alert color="yellow">{copy.creditsUnread}</Alert>}
    </div>
  )
}

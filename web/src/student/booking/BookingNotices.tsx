import { Alert } from '@mantine/core'
import { studentCopy } from '@/copy/student'
import { SupportLink } from '@/student/SupportLink'
import classes from './BookingModal.module.css'
import type { BookingState } from './booking'
import { type CreditsState, insufficient } from './creditsState'

interface BookingNoticesProps {
  state: Exclude<BookingState, { name: 'choosing' }>
  credits: CreditsState
}

const copy = studentCopy.booking

/** What stands in the way of a booking, or went wrong with it. */
export function BookingNotices({ state, credits }: BookingNoticesProps) {
  const { creditCost } = state.attempt.slot
  const failure = state.name === 'failed' ? state.failure : null
  const vanished = (state.name === 'confirming' || state.name === 'failed') && state.vanished
  const short = failure?.kind === 'credits' || (insufficient(credits, creditCost) && state.name !== 'booking')
  return (
    <div className={classes.notices}>
      {failure && (
        <Alert color="red" role="alert">
          {failure.message}
        </Alert>
      )}
      {vanished && failure?.kind !== 'gone' && (
        <Alert color="yellow" role="alert" title={copy.vanishedTitle}>
          {copy.vanished}
        </Alert>
      )}
      {short && (
        <Alert color="yellow" title={copy.insufficient} id="insufficient-credits">
          {copy.insufficientHelp(creditCost, credits.name === 'read' ? credits.available : 0)} <SupportLink />
          .
        </Alert>
      )}
      {credits.name === 'unread' && <Alert color="yellow">{copy.creditsUnread}</Alert>}
    </div>
  )
}

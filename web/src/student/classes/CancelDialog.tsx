import { Alert, Button } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { cancelBooking } from '@/api/bookings'
import { serverFirstErrorText } from '@/api/errorText'
import { invalidateAfterBooking } from '@/api/keys'
import { orderQuery } from '@/api/orders'
import type { Booking, CancelReply } from '@/api/types'
import { useAppConfig } from '@/api/useAppConfig'
import { bookedPolicyLines } from '@/checkout/cancellationPolicy'
import { refundText } from '@/checkout/refundText'
import { changesCopy } from '@/copy/changes'
import { childSectionsCopy } from '@/copy/studentChildSections'
import { useChild } from '@/family/childName'
import { formatDateTime } from '@/lib/time'
import { classTimeText } from '@/student/classText'
import { DescriptionList } from '@/ui/DescriptionList'
import { Dialog } from '@/ui/Dialog'
import { DialogButtons, DialogFoot } from '@/ui/DialogFoot'
import { PolicyLines } from '@/ui/PolicyLines'
import { useIsWide } from '@/ui/useIsWide'
import { useNow } from '@/ui/useNow'
import { type CancellationOutcome, cancellationOutcome, cancellationOutcomeText } from './cancellationOutcome'
import classes from './Dialog.module.css'
import { FocusedLead } from './FocusedLead'

interface CancelDialogProps {
  opened: boolean
  booking: Booking
  zone: string
  onClose: () => void
  onClosed: () => void
}

const copy = changesCopy.cancelDialog
const childCopy = childSectionsCopy.cancelDialog

/** Cancels one class: the policy, what applies now, and the result. */
export function CancelDialog(props: CancelDialogProps) {
  const client = useQueryClient()
  const wide = useIsWide()
  const child = useChild()
  const cancellation = useMutation({
    mutationFn: (outcome: CancellationOutcome) => cancelBooking(props.booking._id, outcome),
    onSettled: () => void invalidateAfterBooking(client),
  })
  return (
    <Dialog
      opened={props.opened}
      onClose={props.onClose}
      onExitTransitionEnd={props.onClosed}
      returnFocus={false}
      title={
        child
          ? childCopy[cancellation.data ? 'doneTitle' : 'title'](child)
          : copy[cancellation.data ? 'doneTitle' : 'title']
      }
      classNames={{ title: classes.title }}
      size={540}
      padding={wide ? 24 : 16}
      closeOnClickOutside={!cancellation.isPending}
      closeButtonProps={{ 'aria-label': copy.close, disabled: cancellation.isPending }}
    >
      {cancellation.data ? (
        <CancelResult reply={cancellation.data} zone={props.zone} onClose={props.onClose} />
      ) : (
        <CancelQuestion
          {...props}
          isPending={cancellation.isPending}
          error={cancellation.error && serverFirstErrorText(cancellation.error, copy.failed)}
          onConfirm={cancellation.mutate}
        />
      )}
    </Dialog>
  )
}

interface CancelQuestionProps extends CancelDialogProps {
  isPending: boolean
  error: string | null
  onConfirm: (outcome: CancellationOutcome) => void
}

function CancelQuestion({ booking, zone, isPending, error, onConfirm, onClose }: CancelQuestionProps) {
  const now = useNow()
  const terms = useAppConfig()?.cancelling
  const { data: order } = useQuery({
    ...orderQuery(booking.orderId ?? ''),
    enabled: Boolean(booking.orderId),
  })
  const classTime = classTimeText(booking, zone, booking.teacherTimeZone)
  const outcome = cancellationOutcome(booking, terms, now) ?? 'none'
  return (
    <>
      <DescriptionList
        items={[
          { label: copy.date, value: classTime.date },
          { label: copy.time, value: `${classTime.time} (${classTime.zone})`, note: classTime.teacher },
          { label: copy.teacher, value: booking.teacherName },
        ]}
      />
      {booking.policy && <PolicyLines lines={bookedPolicyLines(booking.policy, { zone, now })} />}
      <div className={classes.now} role="status">
        <h3>{copy.nowTitle}</h3>
        <p>{cancellationOutcomeText(outcome, booking, order)}</p>
      </div>
      {error && (
        <Alert color="red" role="alert" className={classes.alert}>
          {error}
        </Alert>
      )}
      <DialogFoot>
        <DialogButtons>
          <Button variant="default" onClick={onClose} disabled={isPending} data-autofocus>
            {copy.keep}
          </Button>
          {outcome !== 'none' && (
            <Button loading={isPending} onClick={() => onConfirm(outcome)}>
              {copy.confirm}
            </Button>
          )}
        </DialogButtons>
      </DialogFoot>
    </>
  )
}

function CancelResult({ reply, zone, onClose }: { reply: CancelReply; zone: string; onClose: () => void }) {
  const child = useChild()
  const { refund, creditExpiresAt } = reply
  return (
    <>
      <FocusedLead>{refund ? refundText(refund) : cancelledText(reply)}</FocusedLead>
      {creditExpiresAt && (
        <p className={classes.lead}>{copy.creditUntil(formatDateTime(creditExpiresAt, zone))}</p>
      )}
      <p className={classes.lead}>{child ? childCopy.emailed : copy.emailed}</p>
      <DialogFoot>
        <DialogButtons>
          <Button onClick={onClose}>{copy.close}</Button>
        </DialogButtons>
      </DialogFoot>
    </>
  )
}

/** What the student gets back, in the language of the page; the server's sentence is English. */
function cancelledText({ outcome, booking: { creditsUsed } }: CancelReply): string {
  switch (outcome) {
    case 'credit':
      return copy.credited
    case 'credit_returned':
      return copy.creditReturned(creditsUsed)
    default:
      return copy.cancelled
  }
}

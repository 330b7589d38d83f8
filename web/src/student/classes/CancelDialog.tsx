import { Alert, Button, Modal } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { cancelBooking } from '@/api/bookings'
import { serverText } from '@/api/errorText'
import { invalidateAfterBooking } from '@/api/keys'
import { orderQuery } from '@/api/orders'
import type { Booking, CancelReply } from '@/api/types'
import { useAppConfig } from '@/api/useAppConfig'
import { refundWords } from '@/checkout/refundWords'
import { changesCopy } from '@/copy/changes'
import { hourWords, momentWords } from '@/student/classFacts'
import { policyWords } from '@/student/promise'
import { useNow } from '@/student/useNow'
import { Facts } from '@/ui/Facts'
import { useIsWide } from '@/ui/useIsWide'
import { bringsWords, cancelBrings } from './changes'
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

/** Cancelling one class: the promise, what it means at this moment, and what came of it. */
export function CancelDialog(props: CancelDialogProps) {
  const client = useQueryClient()
  const wide = useIsWide()
  const cancelling = useMutation({
    mutationFn: () => cancelBooking(props.booking._id),
    onSettled: () => void invalidateAfterBooking(client),
  })
  return (
    <Modal
      opened={props.opened}
      onClose={props.onClose}
      onExitTransitionEnd={props.onClosed}
      returnFocus={false}
      title={cancelling.data ? copy.doneTitle : copy.title}
      classNames={{ title: classes.title }}
      size={540}
      padding={wide ? 24 : 16}
      closeOnClickOutside={!cancelling.isPending}
      closeButtonProps={{ 'aria-label': copy.close, disabled: cancelling.isPending }}
    >
      {cancelling.data ? (
        <Result reply={cancelling.data} zone={props.zone} onClose={props.onClose} />
      ) : (
        <Question
          {...props}
          pending={cancelling.isPending}
          error={cancelling.error && serverText(cancelling.error, copy.failed)}
          onConfirm={() => cancelling.mutate()}
        />
      )}
    </Modal>
  )
}

interface QuestionProps extends CancelDialogProps {
  pending: boolean
  error: string | null
  onConfirm: () => void
}

function Question({ booking, zone, pending, error, onConfirm, onClose }: QuestionProps) {
  const now = useNow()
  const terms = useAppConfig()?.cancelling
  const { data: order } = useQuery({
    ...orderQuery(booking.orderId ?? ''),
    enabled: Boolean(booking.orderId),
  })
  const words = hourWords(booking, zone, booking.teacherTimeZone)
  const brings = cancelBrings(booking, terms, now) ?? 'none'
  return (
    <>
      <Facts
        facts={[
          { label: copy.date, value: words.date },
          { label: copy.time, value: `${words.time} (${words.zone})`, note: words.teacher },
          { label: copy.teacher, value: booking.teacherName },
        ]}
      />
      {booking.policy && (
        <p className={classes.promise}>
          {policyWords(booking.policy, {
            zone,
            teacherZone: booking.teacherTimeZone,
            now,
          })}
        </p>
      )}
      <div className={classes.now} role="status">
        <h3>{copy.nowTitle}</h3>
        <p>{bringsWords(brings, booking, order)}</p>
      </div>
      {error && (
        <Alert color="red" role="alert" className={classes.alert}>
          {error}
        </Alert>
      )}
      <div className={classes.foot}>
        <Button variant="default" onClick={onClose} disabled={pending} data-autofocus>
          {copy.keep}
        </Button>
        {brings !== 'none' && (
          <Button loading={pending} onClick={onConfirm}>
            {copy.confirm}
          </Button>
        )}
      </div>
    </>
  )
}

function Result({ reply, zone, onClose }: { reply: CancelReply; zone: string; onClose: () => void }) {
  const { refund, creditExpiresAt, message } = reply
  return (
    <>
      <FocusedLead>{refund ? refundWords(refund) : message}</FocusedLead>
      {creditExpiresAt && (
        <p className={classes.lead}>{copy.creditUntil(momentWords(creditExpiresAt, zone))}</p>
      )}
      <p className={classes.lead}>{copy.told}</p>
      <div className={classes.foot}>
        <Button onClick={onClose}>{copy.close}</Button>
      </div>
    </>
  )
}

import { Alert, Button, Modal } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { rescheduleBooking } from '@/api/bookings'
import { isApiError } from '@/api/error'
import { serverText } from '@/api/errorText'
import { invalidateAfterBooking } from '@/api/keys'
import type { Booking, Slot } from '@/api/types'
import { changesCopy } from '@/copy/changes'
import { formatDay, formatTime } from '@/lib/time'
import { hourWords } from '@/student/classFacts'
import { Facts } from '@/ui/Facts'
import { useIsWide } from '@/ui/useIsWide'
import classes from './Dialog.module.css'
import { FocusedLead } from './FocusedLead'
import { MovePromise } from './MovePromise'
import { MoveTargets } from './MoveTargets'
import { useMoveTargets } from './useMoveTargets'

interface MoveDialogProps {
  opened: boolean
  booking: Booking
  zone: string
  onClose: () => void
  onClosed: () => void
}

const copy = changesCopy.moveDialog

/** Moving one class to another free hour of the same teacher: choose, check, done. */
export function MoveDialog({ opened, booking, zone, onClose, onClosed }: MoveDialogProps) {
  const client = useQueryClient()
  const wide = useIsWide()
  const targets = useMoveTargets(booking, zone, opened)
  const [target, setTarget] = useState<Slot | null>(null)
  const moving = useMutation({
    mutationFn: ({ _id, dateTime, isVirtualSlot }: Slot) =>
      rescheduleBooking(booking._id, { slotId: _id, dateTime, isVirtualSlot }),
    onSuccess: () => void invalidateAfterBooking(client),
    onError: (error) => {
      const fresh = isApiError(error) ? error.problem.slots : undefined
      if (!fresh) return void invalidateAfterBooking(client)
      targets.replace(fresh)
      setTarget(null)
    },
  })
  const moved = moving.data?.booking
  const error = moving.error && serverText(moving.error, copy.failed)
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      onExitTransitionEnd={onClosed}
      returnFocus={false}
      title={moved ? copy.doneTitle : target ? copy.check : copy.title}
      classNames={{ title: classes.title }}
      size={target || moved ? 540 : 960}
      padding={wide ? 24 : 16}
      fullScreen={!wide}
      closeOnClickOutside={!moving.isPending}
      closeButtonProps={{ 'aria-label': copy.close, disabled: moving.isPending }}
    >
      {moved ? (
        <>
          <FocusedLead key="moved">
            {copy.moved(formatDay(moved.dateTime, zone), formatTime(moved.dateTime, zone))}
          </FocusedLead>
          <p className={classes.lead}>{copy.told}</p>
          <div className={classes.foot}>
            <Button onClick={onClose}>{copy.close}</Button>
          </div>
        </>
      ) : target ? (
        <>
          <FocusedLead key="check">{copy.told}</FocusedLead>
          <Facts
            facts={[hourFact(copy.from, booking, zone, booking), hourFact(copy.to, target, zone, booking)]}
          />
          <MovePromise booking={booking} target={target} zone={zone} />
          {error && (
            <Alert color="red" role="alert" className={classes.alert}>
              {error}
            </Alert>
          )}
          <div className={classes.foot}>
            <Button variant="default" disabled={moving.isPending} onClick={() => setTarget(null)}>
              {copy.back}
            </Button>
            <Button loading={moving.isPending} onClick={() => moving.mutate(target)}>
              {copy.confirm}
            </Button>
          </div>
        </>
      ) : (
        <MoveTargets
          targets={targets}
          zone={zone}
          teacherZone={booking.teacherTimeZone}
          refusal={error && `${error} ${copy.gone}`}
          onPick={(slot) => {
            moving.reset()
            setTarget(slot)
          }}
          onKeep={onClose}
        />
      )}
    </Modal>
  )
}

function hourFact(label: string, hour: Booking | Slot, zone: string, { teacherTimeZone }: Booking) {
  const words = hourWords(hour, zone, teacherTimeZone)
  return { label, value: `${words.date}, ${words.time}`, note: words.teacher ?? words.zone }
}

import { Alert, Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { rescheduleBooking } from '@/api/bookings'
import { isApiError } from '@/api/error'
import { invalidateAfterBooking } from '@/api/keys'
import type { Booking, Slot } from '@/api/types'
import { changesCopy } from '@/copy/changes'
import { childSectionsCopy } from '@/copy/studentChildSections'
import { childErrorText } from '@/family/childErrorText'
import { useChild } from '@/family/childName'
import { formatDay, formatTime } from '@/lib/time'
import { DescriptionList } from '@/ui/DescriptionList'
import { Dialog } from '@/ui/Dialog'
import { DialogButtons, DialogFoot } from '@/ui/DialogFoot'
import { useIsWide } from '@/ui/useIsWide'
import { classTimeItem } from './classTimeItem'
import classes from './Dialog.module.css'
import { FocusedLead } from './FocusedLead'
import { ReschedulePolicy } from './ReschedulePolicy'
import { RescheduleTargets } from './RescheduleTargets'
import { useRescheduleTargets } from './useRescheduleTargets'

interface RescheduleDialogProps {
  opened: boolean
  booking: Booking
  zone: string
  onClose: () => void
  onClosed: () => void
}

const copy = changesCopy.moveDialog
const childCopy = childSectionsCopy.moveDialog

/** Reschedules a class to another free slot of the same teacher: choose, confirm, result. */
export function RescheduleDialog({ opened, booking, zone, onClose, onClosed }: RescheduleDialogProps) {
  const client = useQueryClient()
  const wide = useIsWide()
  const child = useChild()
  const targets = useRescheduleTargets(booking, zone, opened)
  const [target, setTarget] = useState<Slot | null>(null)
  const rescheduling = useMutation({
    mutationFn: ({ _id, dateTime, isVirtualSlot }: Slot) =>
      rescheduleBooking(booking._id, { slotId: _id, dateTime, isVirtualSlot }),
    onSuccess: () => void invalidateAfterBooking(client),
    onError: (error) => {
      const currentSlots = isApiError(error) ? error.problem.slots : undefined
      if (!currentSlots) return void invalidateAfterBooking(client)
      targets.replace(currentSlots)
      setTarget(null)
    },
  })
  const rescheduled = rescheduling.data?.booking
  const error = rescheduling.error && childErrorText(rescheduling.error, copy.failed)
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      onExitTransitionEnd={onClosed}
      returnFocus={false}
      title={titleOf(rescheduled ? 'doneTitle' : target ? 'check' : 'title', child)}
      classNames={{ title: classes.title }}
      size={target || rescheduled ? 540 : 960}
      padding={wide ? 24 : 16}
      fullScreen={!wide}
      closeOnClickOutside={!rescheduling.isPending}
      closeButtonProps={{ 'aria-label': copy.close, disabled: rescheduling.isPending }}
    >
      {rescheduled ? (
        <>
          <FocusedLead key="moved">{movedText(rescheduled, zone, child)}</FocusedLead>
          <p className={classes.lead}>{child ? childCopy.emailed : copy.emailed}</p>
          <DialogFoot>
            <DialogButtons>
              <Button onClick={onClose}>{copy.close}</Button>
            </DialogButtons>
          </DialogFoot>
        </>
      ) : target ? (
        <Confirmation
          booking={booking}
          target={target}
          zone={zone}
          error={error}
          isPending={rescheduling.isPending}
          onBack={() => setTarget(null)}
          onConfirm={() => rescheduling.mutate(target)}
        />
      ) : (
        <RescheduleTargets
          booking={booking}
          targets={targets}
          zone={zone}
          error={error && `${error} ${copy.gone}`}
          onPick={(slot) => {
            rescheduling.reset()
            setTarget(slot)
          }}
          onKeep={onClose}
        />
      )}
    </Dialog>
  )
}

function titleOf(stage: 'title' | 'check' | 'doneTitle', child: string | null): string {
  return child ? childCopy[stage](child) : copy[stage]
}

function movedText({ dateTime }: Booking, zone: string, child: string | null): string {
  const [day, time] = [formatDay(dateTime, zone), formatTime(dateTime, zone)]
  return child ? childCopy.moved(child, day, time) : copy.moved(day, time)
}

interface ConfirmationProps {
  booking: Booking
  target: Slot
  zone: string
  error: string | null
  isPending: boolean
  onBack: () => void
  onConfirm: () => void
}

function Confirmation({ booking, target, zone, error, isPending, onBack, onConfirm }: ConfirmationProps) {
  const child = useChild()
  return (
    <>
      <FocusedLead key="check">{child ? childCopy.willEmail : copy.willEmail}</FocusedLead>
      <DescriptionList
        items={[
          classTimeItem(copy.from, booking, zone, booking.teacherTimeZone),
          classTimeItem(copy.to, target, zone, booking.teacherTimeZone),
        ]}
      />
      <ReschedulePolicy booking={booking} target={target} zone={zone} />
      {error && (
        <Alert color="red" role="alert" className={classes.alert}>
          {error}
        </Alert>
      )}
      <DialogFoot>
        <DialogButtons>
          <Button variant="default" disabled={isPending} onClick={onBack}>
            {copy.back}
          </Button>
          <Button loading={isPending} onClick={onConfirm}>
            {copy.confirm}
          </Button>
        </DialogButtons>
      </DialogFoot>
    </>
  )
}

import { Alert } from '@mantine/core'
import type { Booking, Slot } from '@/api/types'
import { useAppConfig } from '@/api/useAppConfig'
import { changesCopy } from '@/copy/changes'
import { lostByMoving, promiseWords } from '@/student/promise'
import { useNow } from '@/student/useNow'
import classes from './Dialog.module.css'

interface MovePromiseProps {
  booking: Booking
  target: Slot
  zone: string
}

/** What cancelling would bring at the new hour, and what the move takes away (D24). */
export function MovePromise({ booking, target, zone }: MovePromiseProps) {
  const now = useNow()
  const terms = useAppConfig()?.cancelling
  const paid = booking.policy?.paidWith
  if (!terms || !paid) return null
  const clocks = { zone, teacherZone: booking.teacherTimeZone, now }
  const lost = lostByMoving(terms, paid, { from: booking.dateTime, to: target.dateTime, now })
  return (
    <>
      <p className={classes.promise}>{promiseWords(terms, paid, target.dateTime, clocks)}</p>
      {lost && (
        <Alert color="yellow" className={classes.alert}>
          {changesCopy.moveDialog.lost[lost]}
        </Alert>
      )}
    </>
  )
}

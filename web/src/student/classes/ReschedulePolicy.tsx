import { Alert } from '@mantine/core'
import type { Booking, Slot } from '@/api/types'
import { useAppConfig } from '@/api/useAppConfig'
import { cancellationPolicyLines, lostByRescheduling } from '@/checkout/cancellationPolicy'
import { changesCopy } from '@/copy/changes'
import { PolicyLines } from '@/ui/PolicyLines'
import { useNow } from '@/ui/useNow'
import classes from './Dialog.module.css'

interface ReschedulePolicyProps {
  booking: Booking
  target: Slot
  zone: string
}

/** The cancellation policy at the new time, and what rescheduling loses (D24). */
export function ReschedulePolicy({ booking, target, zone }: ReschedulePolicyProps) {
  const now = useNow()
  const terms = useAppConfig()?.cancelling
  const paidWith = booking.policy?.paidWith
  if (!terms || !paidWith) return null
  const lines = cancellationPolicyLines(terms, paidWith, target.dateTime, { zone, now })
  const loss = lostByRescheduling(terms, paidWith, { from: booking.dateTime, to: target.dateTime, now })
  return (
    <>
      {lines && <PolicyLines lines={lines} />}
      {loss && (
        <Alert color="yellow" className={classes.alert}>
          {changesCopy.moveDialog.lost[loss]}
        </Alert>
      )}
    </>
  )
}

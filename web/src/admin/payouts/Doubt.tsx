import { IconAlertTriangle } from '@tabler/icons-react'
import type { Payout } from '@/api/adminPayouts'
import { adminPayoutsCopy } from '@/copy/adminPayouts'
import classes from './Payouts.module.css'

/** That the bank may not take this currency for the account, while it is still to be paid (D25). */
export function Doubt({ payout: { state, doubtfulCountry, currency } }: { payout: Payout }) {
  if (!doubtfulCountry || state !== 'prepared') return null
  return (
    <span className={classes.doubt}>
      <IconAlertTriangle size={16} aria-hidden />
      {adminPayoutsCopy.doubt(doubtfulCountry, currency)}
    </span>
  )
}

import { IconAlertTriangle } from '@tabler/icons-react'
import type { AdminPayout } from '@/api/adminPayouts'
import { adminPayoutsCopy } from '@/copy/adminPayouts'
import classes from './Payouts.module.css'

/** Warns that the bank may not accept this currency for the account, while the payout is unpaid (D25). */
export function CurrencyWarning({ payout: { state, doubtfulCountry, currency } }: { payout: AdminPayout }) {
  if (!doubtfulCountry || state !== 'prepared') return null
  return (
    <span className={classes.warning}>
      <IconAlertTriangle size={16} aria-hidden />
      {adminPayoutsCopy.doubt(doubtfulCountry, currency)}
    </span>
  )
}

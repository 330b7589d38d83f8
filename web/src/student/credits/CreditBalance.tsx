import { studentCopy } from '@/copy/student'
import { formatDate } from '@/lib/time'
import classes from './CreditBalance.module.css'

interface CreditBalanceProps {
  credits: number
  expiry: string | null
  zone: string
}

/** More beads than this would be a picture of nothing. */
const MOST_BEADS = 16

const copy = studentCopy.credits

/** '{n} Classes Remaining', and until when. */
export function CreditBalance({ credits, expiry, zone }: CreditBalanceProps) {
  return (
    <div className={classes.balance}>
      <div>
        <p className={classes.count}>{copy.remaining(credits)}</p>
        <p className={classes.expiry}>
          {credits > 0 ? (
            <>
              {copy.expiresOn} <b>{formatDate(expiry, zone)}</b>
            </>
          ) : (
            copy.none
          )}
        </p>
      </div>
      {credits <= MOST_BEADS && (
        <ul className={classes.beads} aria-hidden>
          {Array.from({ length: credits }, (_, bead) => bead).map((bead) => (
            <li key={bead} data-left />
          ))}
        </ul>
      )}
    </div>
  )
}

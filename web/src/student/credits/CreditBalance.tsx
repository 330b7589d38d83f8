import type { CreditLot } from '@/api/types'
import { studentCopy } from '@/copy/student'
import { momentWords } from '@/student/classFacts'
import classes from './CreditBalance.module.css'
import { expiryLabel } from './creditWords'

interface CreditBalanceProps {
  credits: number
  /** When the first of them end. */
  expiry: string | null
  lots: readonly CreditLot[]
  zone: string
}

/** More beads than this would be a picture of nothing. */
const MOST_BEADS = 16

const copy = studentCopy.credits

/** '{n} Classes Remaining', and until when. */
export function CreditBalance({ credits, expiry, lots, zone }: CreditBalanceProps) {
  return (
    <div className={classes.balance}>
      <div>
        <p className={classes.count}>{copy.remaining(credits)}</p>
        <p className={classes.expiry}>
          {credits > 0 ? (
            <>
              {expiryLabel(lots)} <b>{momentWords(expiry, zone)}</b>
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

import type { CreditLot } from '@/api/types'
import { studentCopy } from '@/copy/student'
import { childSectionsCopy } from '@/copy/studentChildSections'
import { useChild } from '@/family/childName'
import { formatDateTime } from '@/lib/time'
import classes from './CreditBalance.module.css'
import { expiryLabel } from './creditText'

interface CreditBalanceProps {
  credits: number
  /** When the first credits expire. */
  expiry: string | null
  lots: readonly CreditLot[]
  zone: string
}

/** More beads would be unreadable. */
const MAX_BEADS = 16

const copy = studentCopy.credits

/** '{n} Classes Remaining' and the expiry. */
export function CreditBalance({ credits, expiry, lots, zone }: CreditBalanceProps) {
  const child = useChild()
  return (
    <div className={classes.balance}>
      <div>
        <p className={classes.count}>{copy.remaining(credits)}</p>
        <p className={classes.expiry}>
          {credits > 0 ? (
            <>
              {expiryLabel(lots)} <b>{formatDateTime(expiry, zone)}</b>
            </>
          ) : (
            (child && childSectionsCopy.credits.none(child)) || copy.none
          )}
        </p>
      </div>
      {credits <= MAX_BEADS && (
        <ul className={classes.beads} aria-hidden>
          {Array.from({ length: credits }, (_, bead) => bead).map((bead) => (
            <li key={bead} data-left />
          ))}
        </ul>
      )}
    </div>
  )
}

import type { CreditLot } from '@/api/types'
import { studentCopy } from '@/copy/student'
import { momentWords } from '@/student/classFacts'
import classes from './CreditHistory.module.css'
import { usableLots } from './creditWords'

const copy = studentCopy.credits

/** Each parcel of credits with its own expiry, in the order in which they are used. */
export function CreditLots({ lots, zone }: { lots: readonly CreditLot[]; zone: string }) {
  const usable = usableLots(lots)
  if (usable.length === 0) return null
  return (
    <section>
      <h2 className={classes.title}>{copy.lotsTitle}</h2>
      <p className={classes.hint}>{copy.lotsHint}</p>
      <ul className={classes.lots}>
        {usable.map((lot) => (
          <li key={lot._id} className={classes.lot}>
            <b>{copy.lotLeft(lot.remaining, lot.total)}</b>
            <span>{copy.lotExpires(momentWords(lot.expiresAt, zone))}</span>
            <span>
              {copy.lotOrigin[lot.origin]}, {copy.lotTeacher(lot.teacherName)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

import type { CreditLot } from '@/api/types'
import { studentCopy } from '@/copy/student'
import { childSectionsCopy } from '@/copy/studentChildSections'
import { useChild } from '@/family/childName'
import { formatDateTime } from '@/lib/time'
import classes from './CreditHistory.module.css'
import { usableLots } from './creditText'

const copy = studentCopy.credits

/** Usable credit lots with their expiry, in the order in which they are spent. */
export function CreditLots({ lots, zone }: { lots: readonly CreditLot[]; zone: string }) {
  const child = useChild()
  const usable = usableLots(lots)
  if (usable.length === 0) return null
  return (
    <section>
      <h2 className={classes.title}>{child ? childSectionsCopy.credits.lotsTitle(child) : copy.lotsTitle}</h2>
      <p className={classes.hint}>{copy.lotsHint}</p>
      <ul className={classes.lots}>
        {usable.map((lot) => (
          <li key={lot._id} className={classes.lot}>
            <b>{copy.lotLeft(lot.remaining, lot.total)}</b>
            <span>{copy.lotExpires(formatDateTime(lot.expiresAt, zone))}</span>
            <span>
              {copy.lotOrigin[lot.origin]}, {copy.lotTeacher(lot.teacherName)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

import { Alert } from '@mantine/core'
import type { RemainingClasses } from '@/api/teacherTypes'
import { teacherHoursCopy } from '@/copy/teacherHours'
import { DateTime } from '@/ui/DateTime'
import classes from './Availability.module.css'

const copy = teacherHoursCopy
const MAX_SHOWN = 5

/** Shows the classes that remain with changed hours (D13). */
export function RemainingClassesNotice({ outside, onDaysOff }: RemainingClasses) {
  return (
    <>
      <ClassesNotice
        title={copy.outsideTitle(outside.length)}
        advice={copy.outside(outside.length)}
        rows={outside.map((booking) => ({ ...booking, name: booking.studentName }))}
      />
      <ClassesNotice
        title={copy.onDaysOffTitle(onDaysOff.length)}
        advice={copy.onDaysOff(onDaysOff.length)}
        rows={onDaysOff.map((published) => ({
          ...published,
          name: copy.oneOffClass(published.title, published.seatsTaken),
        }))}
      />
    </>
  )
}

interface ClassesNoticeProps {
  title: string
  /** What the teacher can do about the classes. */
  advice: string
  rows: readonly { _id: string; dateTime: string; name: string }[]
}

function ClassesNotice({ title, advice, rows }: ClassesNoticeProps) {
  if (rows.length === 0) return null
  return (
    <Alert color="yellow" role="status" title={title} className={classes.notice}>
      {advice}
      <ul className={classes.list}>
        {rows.slice(0, MAX_SHOWN).map(({ _id, dateTime, name }) => (
          <li key={_id}>
            <DateTime instant={dateTime} /> · {name}
          </li>
        ))}
        {rows.length > MAX_SHOWN && <li>{copy.outsideMore(rows.length - MAX_SHOWN)}</li>}
      </ul>
    </Alert>
  )
}

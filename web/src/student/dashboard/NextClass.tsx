import type { Booking } from '@/api/types'
import { studentCopy } from '@/copy/student'
import { classTypeWord } from '@/copy/words'
import { formatDay, formatTime } from '@/lib/time'
import { JoinLink } from '@/student/classes/JoinLink'
import classes from './NextClass.module.css'

interface NextClassProps {
  booking: Booking
  zone: string
  now: number
}

/** The class that comes next, with its door. */
export function NextClass({ booking, zone, now }: NextClassProps) {
  return (
    <div className={classes.next}>
      <div>
        <p className={classes.label}>{studentCopy.welcome.nextClass}</p>
        <p className={classes.when}>
          {formatDay(booking.dateTime, zone)}, {formatTime(booking.dateTime, zone)}{' '}
          <span>· {classTypeWord(booking.classTypeKey)}</span>
        </p>
      </div>
      <JoinLink booking={booking} zone={zone} now={now} />
    </div>
  )
}

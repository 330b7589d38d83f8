import type { Booking } from '@/api/types'
import { studentCopy } from '@/copy/student'
import { formatDay, formatTime } from '@/lib/time'
import { JoinLink } from '@/student/classes/JoinLink'
import { className } from '@/student/classText'
import classes from './NextClass.module.css'

interface StudentNextClassProps {
  booking: Booking
  zone: string
  now: number
  /** The student's teacher now, who may be another than that of the class. */
  teacherId: string | undefined
}

/** The next class with its meeting link. */
export function StudentNextClass({ booking, zone, now, teacherId }: StudentNextClassProps) {
  return (
    <div className={classes.next}>
      <div>
        <p className={classes.label}>{studentCopy.welcome.nextClass}</p>
        <p className={classes.time}>
          {formatDay(booking.dateTime, zone)}, {formatTime(booking.dateTime, zone)}{' '}
          <span>
            · {className(booking)}
            {teacherId && booking.teacherId !== teacherId && ` · ${booking.teacherName}`}
          </span>
        </p>
      </div>
      <JoinLink booking={booking} zone={zone} now={now} />
    </div>
  )
}

import type { Booking, StudentProfile } from '@/api/types'
import { studentCopy } from '@/copy/student'
import { studentChildCopy } from '@/copy/studentChild'
import { useChild } from '@/family/childName'
import { formatDay, formatTime } from '@/lib/time'
import { JoinLink } from '@/student/classes/JoinLink'
import { nameOfClass } from '@/student/classText'
import classes from './NextClass.module.css'

interface StudentNextClassProps {
  booking: Booking
  zone: string
  now: number
  profile: StudentProfile | undefined
}

/** The next class with its meeting link. */
export function StudentNextClass({ booking, zone, now, profile }: StudentNextClassProps) {
  const child = useChild()
  // After a hand-over, classes stay with the teacher who was booked.
  const isOfAnotherTeacher = profile && booking.teacherId !== profile.teacher._id
  return (
    <div className={classes.next}>
      <div>
        <p className={classes.label}>
          {child ? studentChildCopy.nextClass(child) : studentCopy.welcome.nextClass}
        </p>
        <p className={classes.time}>
          {formatDay(booking.dateTime, zone)}, {formatTime(booking.dateTime, zone)}{' '}
          <span>
            · {nameOfClass(booking)}
            {isOfAnotherTeacher && ` · ${booking.teacherName}`}
          </span>
        </p>
      </div>
      <JoinLink booking={booking} zone={zone} now={now} />
    </div>
  )
}

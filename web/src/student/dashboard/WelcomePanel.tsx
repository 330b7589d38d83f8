import type { ReactNode } from 'react'
import type { StudentProfile } from '@/api/types'
import { studentCopy } from '@/copy/student'
import { epochMs } from '@/lib/time'
import { dateTimeText } from '@/student/classTimeText'
import { StudentSectionTitle } from '@/student/StudentSectionTitle'
import { Kolam } from '@/ui/Kolam'
import { TeacherEmblem } from '@/ui/TeacherEmblem'
import { Benefits } from './Benefits'
import classes from './WelcomePanel.module.css'

interface WelcomePanelProps {
  name: string
  productName: string
  /** Undefined while loading. */
  profile: StudentProfile | undefined
  zone: string
  now: number
  /** The next class, if any. */
  children?: ReactNode
}

const copy = studentCopy.welcome

/** Greets the student, names the teacher and lists the benefits. */
export function WelcomePanel({ name, productName, profile, zone, now, children }: WelcomePanelProps) {
  const teacher = profile?.teacher
  const feeWaivedUntil = profile && epochMs(profile.feeWaivedUntil) > now ? profile.feeWaivedUntil : null
  return (
    <div className={classes.panel}>
      {teacher && <Kolam className={classes.ornament} seed={teacher._id} />}
      <StudentSectionTitle title={studentCopy.menu.dashboard}>
        {copy.greeting(firstName(name))}
      </StudentSectionTitle>
      <p className={classes.teacher}>
        {teacher && <TeacherEmblem teacherId={teacher._id} />}
        <span>
          <small>{copy.learnWith}</small>
          <b>{teacher?.name ?? studentCopy.area.teacherDefault}</b>
        </span>
      </p>
      <p className={classes.text}>
        {productName && (feeWaivedUntil ? copy.inviteOnly(productName) : copy.inviteOnlyPlain(productName))}
        {feeWaivedUntil && ` ${copy.feeWaivedUntil(dateTimeText(feeWaivedUntil, zone))}`}
      </p>
      <Benefits />
      {children}
    </div>
  )
}

function firstName(name: string): string {
  return name.trim().split(/\s+/)[0] ?? ''
}

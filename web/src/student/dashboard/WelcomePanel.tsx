import type { ReactNode } from 'react'
import type { StudentProfile } from '@/api/types'
import { studentCopy } from '@/copy/student'
import { epochMs } from '@/lib/time'
import { momentWords } from '@/student/classFacts'
import { SectionTitle } from '@/student/SectionTitle'
import { Kolam } from '@/ui/Kolam'
import { TeacherEmblem } from '@/ui/TeacherEmblem'
import { Benefits } from './Benefits'
import classes from './WelcomePanel.module.css'

interface WelcomePanelProps {
  name: string
  productName: string
  /** Absent while it is read. */
  profile: StudentProfile | undefined
  zone: string
  now: number
  /** The next class, where there is one. */
  children?: ReactNode
}

const copy = studentCopy.welcome

/** Greets the student, names the teacher and says what the place offers. */
export function WelcomePanel({ name, productName, profile, zone, now, children }: WelcomePanelProps) {
  const teacher = profile?.teacher
  const waived = profile && epochMs(profile.feeWaivedUntil) > now ? profile.feeWaivedUntil : null
  return (
    <div className={classes.panel}>
      {teacher && <Kolam className={classes.ornament} seed={teacher._id} />}
      <SectionTitle title={studentCopy.menu.dashboard}>{copy.greeting(firstName(name))}</SectionTitle>
      <p className={classes.teacher}>
        {teacher && <TeacherEmblem teacherId={teacher._id} />}
        <span>
          <small>{copy.learnWith}</small>
          <b>{teacher?.name ?? studentCopy.area.teacherDefault}</b>
        </span>
      </p>
      <p className={classes.text}>
        {productName && (waived ? copy.inviteOnly(productName) : copy.inviteOnlyPlain(productName))}
        {waived && ` ${copy.feeWaivedUntil(momentWords(waived, zone))}`}
      </p>
      <Benefits />
      {children}
    </div>
  )
}

function firstName(name: string): string {
  return name.trim().split(/\s+/)[0] ?? ''
}

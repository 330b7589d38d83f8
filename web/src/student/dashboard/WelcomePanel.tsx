import type { ReactNode } from 'react'
import type { StudentProfile } from '@/api/types'
import { studentCopy } from '@/copy/student'
import { studentChildCopy as childCopy } from '@/copy/studentChild'
import { useChild } from '@/family/childName'
import { epochMs, formatDate } from '@/lib/time'
import { StudentSectionTitle } from '@/student/StudentSectionTitle'
import { AboutTeacher } from '@/student/teacher/AboutTeacher'
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
  /** Shows the benefits, before the first class. */
  isNew: boolean
  /** The next class, if any. */
  children?: ReactNode
}

const copy = studentCopy.welcome

/** Greets the student and names the teacher, the credits and the next class. */
export function WelcomePanel({ name, productName, profile, zone, now, isNew, children }: WelcomePanelProps) {
  const child = useChild()
  const teacher = profile?.teacher
  const feeWaivedUntil = profile && epochMs(profile.feeWaivedUntil) > now ? profile.feeWaivedUntil : null
  return (
    <div className={classes.panel}>
      {teacher && <Kolam className={classes.ornament} seed={teacher._id} />}
      <StudentSectionTitle title={studentCopy.menu.dashboard}>
        {child ? childCopy.greeting(child) : copy.greeting(firstName(name))}
      </StudentSectionTitle>
      <div className={classes.facts}>
        <p className={classes.teacher}>
          {teacher && <TeacherEmblem teacherId={teacher._id} />}
          <span>
            <small>{child ? childCopy.learnsWith(child) : copy.learnWith}</small>
            <b>{teacher?.name ?? (child ? childCopy.teacherDefault : studentCopy.area.teacherDefault)}</b>
            {teacher && <AboutTeacher teacherId={teacher._id} name={teacher.name} />}
          </span>
        </p>
        {profile && (
          <a href="#account" className={classes.credits}>
            {copy.credits(profile.classCredits)}
          </a>
        )}
      </div>
      {(isNew || feeWaivedUntil) && (
        <p className={classes.text}>
          {isNew && productName && `${copy.inviteOnly(productName)} `}
          {feeWaivedUntil && copy.feeWaivedUntil(formatDate(feeWaivedUntil, zone))}
        </p>
      )}
      {isNew && <Benefits />}
      {children}
    </div>
  )
}

function firstName(name: string): string {
  return name.trim().split(/\s+/)[0] ?? ''
}

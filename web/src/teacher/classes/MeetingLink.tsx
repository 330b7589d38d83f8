import { teacherClassesCopy as copy } from '@/copy/teacherClasses'
import { epochMs, isJoinTime } from '@/lib/time'
import { useNow } from '@/ui/useNow'
import classes from './Classes.module.css'
import { type ClassView, endOf, httpsLink } from './classView'

interface MeetingLinkProps {
  classView: Pick<ClassView, 'dateTime' | 'link' | 'status'>
  /** Names of the students, for screen readers. */
  student: string
}

/** The meeting link; highlighted from ten minutes before the start until the end (D37). */
export function MeetingLink({ classView, student }: MeetingLinkProps) {
  const now = useNow(60)
  const end = endOf(classView)
  if (classView.status === 'cancelled') return <span>–</span>
  if (epochMs(end) <= now) return <span className={classes.quiet}>{copy.over}</span>
  const link = httpsLink(classView.link)
  if (!link) return <span>{copy.noLink}</span>
  return (
    <a
      className={classes.join}
      data-now={isJoinTime(classView.dateTime, end, now) ? true : undefined}
      href={link}
      target="_blank"
      rel="noreferrer"
      aria-label={copy.joinWith(student)}
    >
      {copy.join}
    </a>
  )
}

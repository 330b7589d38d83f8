import { teacherClassesCopy as copy } from '@/copy/teacherClasses'
import { epochMs, isJoinTime } from '@/lib/time'
import { useMinute } from '@/ui/useMinute'
import classes from './Classes.module.css'
import { type ClassView, endOf, safeLink } from './classView'

interface MeetingLinkProps {
  taught: Pick<ClassView, 'dateTime' | 'link' | 'status'>
  /** Who is met, for screen readers. */
  student: string
}

/** The way into a class; stands out from ten minutes before it until its end (D37). */
export function MeetingLink({ taught, student }: MeetingLinkProps) {
  const now = useMinute()
  const end = endOf(taught)
  if (taught.status === 'cancelled') return <span>–</span>
  if (epochMs(end) <= now) return <span className={classes.quiet}>{copy.over}</span>
  const link = safeLink(taught.link)
  if (!link) return <span>{copy.noLink}</span>
  return (
    <a
      className={classes.join}
      data-now={isJoinTime(taught.dateTime, end, now) ? true : undefined}
      href={link}
      target="_blank"
      rel="noreferrer"
      aria-label={copy.joinWith(student)}
    >
      {copy.join}
    </a>
  )
}

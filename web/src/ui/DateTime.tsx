import {
  displayZone,
  formatDate,
  formatInOtherZone,
  formatTime,
  parseInstant,
  zoneCity,
  zoneLabel,
} from '@/lib/time'
import classes from './DateTime.module.css'

interface DateTimeProps {
  /** An instant in the API's format. */
  instant: string | null | undefined
  show?: 'date' | 'time' | 'both'
  /** The zone to format in; the viewer's by default. */
  zone?: string
  /** Another person's zone: their local time is added if it differs. */
  otherZone?: string | null
  /** Adds the zone's name, where a mistake would cost a class. */
  withZone?: boolean
}

/**
 * An instant in the viewer's local time and, if it differs, in another zone. Used for every instant
 * on screen.
 */
export function DateTime({
  instant,
  show = 'both',
  zone = displayZone(),
  otherZone,
  withZone = false,
}: DateTimeProps) {
  const date = formatDate(instant, zone)
  if (!instant || !parseInstant(instant)) return <span>{date}</span>
  const time = formatTime(instant, zone)
  const text = show === 'date' ? date : show === 'time' ? time : `${date}, ${time}`
  const otherTime = show === 'date' ? null : formatInOtherZone(instant, zone, otherZone)
  return (
    <time dateTime={instant} className={classes.dateTime}>
      {text}
      {withZone && <span className={classes.zone}> {zoneLabel(zone, instant)}</span>}
      {otherTime && otherZone && (
        <span className={classes.other}>
          {otherTime} {zoneCity(otherZone)}
        </span>
      )}
    </time>
  )
}

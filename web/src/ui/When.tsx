import {
  browserZone,
  formatDate,
  formatTime,
  otherClock,
  parseInstant,
  zoneCity,
  zoneLabel,
} from '@/lib/time'
import classes from './When.module.css'

interface WhenProps {
  /** An instant as the API writes it. */
  at: string | null | undefined
  show?: 'date' | 'time' | 'both'
  /** The zone to tell it in; the viewer's own by default. */
  zone?: string
  /** Somebody else's zone: their clock stands beside, where it shows something else. */
  otherZone?: string | null
  /** Names the zone too, where a mistake would cost a class. */
  withZone?: boolean
}

/** A moment on the viewer's clock, and on another's. The only way in which instants reach the screen. */
export function When({ at, show = 'both', zone = browserZone(), otherZone, withZone = false }: WhenProps) {
  const date = formatDate(at, zone)
  if (!at || !parseInstant(at)) return <span>{date}</span>
  const time = formatTime(at, zone)
  const words = show === 'date' ? date : show === 'time' ? time : `${date}, ${time}`
  const theirs = show === 'date' ? null : otherClock(at, zone, otherZone)
  return (
    <time dateTime={at} className={classes.when}>
      {words}
      {withZone && <span className={classes.zone}> {zoneLabel(zone, at)}</span>}
      {theirs && otherZone && (
        <span className={classes.other}>
          {theirs} {zoneCity(otherZone)}
        </span>
      )}
    </time>
  )
}

import { Alert } from '@mantine/core'
import type { ClockNotice } from '@/api/teacherTypes'
import { teacherHoursCopy } from '@/copy/teacherHours'
import { formatDay, zoneCity } from '@/lib/time'

const copy = teacherHoursCopy

/**
 * Clock changes within two weeks and their effect on class times. India has none, but its students
 * abroad have.
 */
export function ClockChangeNotice({ changes }: { changes: readonly ClockNotice[] }) {
  if (changes.length === 0) return null
  return (
    <Alert color="yellow" title={copy.clockTitle} mb="lg">
      {changes.map((change) => (
        <div key={`${change.timeZone} ${change.at}`}>{clockChangeText(change)}</div>
      ))}
    </Alert>
  )
}

/**
 * A clock change as a sentence. If the teacher's clock goes forward, classes are earlier for
 * students whose clocks do not change.
 */
export function clockChangeText({ timeZone, who, count, at, minutes }: ClockNotice): string {
  const day = formatDay(at, timeZone)
  const duration = durationText(Math.abs(minutes))
  const direction = minutes > 0 ? copy.forward(duration) : copy.back(duration)
  const later = who === 'you' ? minutes < 0 : minutes > 0
  const shift = later ? copy.later(duration) : copy.earlier(duration)
  return who === 'you'
    ? copy.yourClock(day, direction, shift)
    : copy.studentsClock(day, zoneCity(timeZone), direction, count, shift)
}

function durationText(minutes: number): string {
  if (minutes % 60 !== 0) return `${minutes} minutes`
  return minutes === 60 ? '1 hour' : `${minutes / 60} hours`
}

import { Alert } from '@mantine/core'
import type { ClockChange } from '@/api/teacherTypes'
import { teacherCopy } from '@/copy/teacher'
import { formatDay, zoneCity } from '@/lib/time'

const copy = teacherCopy.availability

/** Clocks that change within two weeks, and what that does to classes: India's never do, those of its students abroad do. */
export function ClockNotes({ changes }: { changes: readonly ClockChange[] }) {
  if (changes.length === 0) return null
  return (
    <Alert color="yellow" title={copy.clockTitle} mb="lg">
      {changes.map((change) => (
        <div key={`${change.timeZone} ${change.at}`}>{clockWords(change)}</div>
      ))}
    </Alert>
  )
}

/** One change as a sentence. A teacher's clock that goes forward makes classes earlier for those whose clocks stand. */
export function clockWords({ timeZone, who, count, at, minutes }: ClockChange): string {
  const day = formatDay(at, timeZone)
  const size = lengthWords(Math.abs(minutes))
  const moves = minutes > 0 ? copy.forward(size) : copy.back(size)
  const later = who === 'you' ? minutes < 0 : minutes > 0
  const shift = later ? copy.later(size) : copy.earlier(size)
  return who === 'you'
    ? copy.yourClock(day, moves, shift)
    : copy.studentsClock(day, zoneCity(timeZone), moves, count, shift)
}

function lengthWords(minutes: number): string {
  if (minutes % 60 !== 0) return `${minutes} minutes`
  return minutes === 60 ? '1 hour' : `${minutes / 60} hours`
}

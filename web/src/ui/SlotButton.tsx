import { VisuallyHidden } from '@mantine/core'
import { studentCopy } from '@/copy/student'
import { classTypeWord } from '@/copy/words'
import { clock, epochMs, formatTime, otherClock, zoneCity } from '@/lib/time'
import { Countdown } from './Countdown'
import classes from './SlotGrid.module.css'

/** What a slot has to tell to be shown. */
export interface SlotView {
  _id: string
  dateTime: string
  classTypeKey: string
  creditCost: number
  capacity: number
  seatsLeft: number
  /** Until then it is held for the person who looks at it, while they pay. */
  heldUntil?: string | null
}

interface SlotButtonProps<T extends SlotView> {
  slot: T
  zone: string
  teacherZone: string | null
  /** The full sentence about the teacher's clock; short where columns are narrow. */
  wide?: boolean
  onPick: (slot: T) => void
}

const copy = studentCopy.slots

/** A hold to pay lasts minutes; one that lasts longer waits for the answer about a payment. */
const LONGEST_TO_PAY_MS = 3_600_000

/** One free class: its time, its kind in words and colour, and the teacher's clock where it differs. */
export function SlotButton<T extends SlotView>({
  slot,
  zone,
  teacherZone,
  wide,
  onPick,
}: SlotButtonProps<T>) {
  const teacherTime = otherClock(slot.dateTime, zone, teacherZone)
  const city = teacherZone ? zoneCity(teacherZone) : ''
  const extras = [
    slot.capacity > 1 ? copy.seats(slot.seatsLeft) : null,
    slot.creditCost > 1 ? copy.cost(slot.creditCost) : null,
  ].filter((text) => text !== null)
  const held = slot.heldUntil && epochMs(slot.heldUntil) > clock.now() ? slot.heldUntil : null
  return (
    <button
      type="button"
      className={classes.slot}
      data-type={slot.classTypeKey}
      data-held={held ? true : undefined}
      data-slot={slot._id}
      onClick={() => onPick(slot)}
    >
      <span className={classes.time}>{formatTime(slot.dateTime, zone)}</span>{' '}
      <span className={classes.type}>{[classTypeWord(slot.classTypeKey), ...extras].join(' · ')}</span>
      {held && (
        <span className={classes.held}>
          {epochMs(held) - clock.now() > LONGEST_TO_PAY_MS ? (
            copy.checking
          ) : (
            <>
              {copy.held} <Countdown until={held} />
            </>
          )}
        </span>
      )}
      {teacherTime && (
        <span className={classes.teacher}>
          {wide ? (
            copy.teacherClock(teacherTime, city)
          ) : (
            <>
              {copy.teacherClockShort(teacherTime, city)}{' '}
              <VisuallyHidden>{copy.teacherClockHidden}</VisuallyHidden>
            </>
          )}
        </span>
      )}
    </button>
  )
}

import { VisuallyHidden } from '@mantine/core'
import { classTypeLabel } from '@/copy/labels'
import { studentCopy } from '@/copy/student'
import { studentChildCopy } from '@/copy/studentChild'
import { clock } from '@/lib/clock'
import { epochMs, formatInOtherZone, formatTime, zoneCity } from '@/lib/time'
import { Countdown } from './Countdown'
import classes from './SlotGrid.module.css'

/** The fields of a slot that are shown. */
export interface SlotView {
  _id: string
  dateTime: string
  classTypeKey: string
  creditCost: number
  capacity: number
  seatsLeft: number
  /** The name of a published class. */
  title?: string
  /** End of the hold for the viewer, who is paying for the slot. */
  heldUntil?: string | null
}

interface SlotButtonProps<T extends SlotView> {
  slot: T
  zone: string
  teacherZone: string | null
  /** Shows the teacher's time as a full sentence; for wide columns. */
  wide?: boolean
  /** The page is for a child, so the teacher is not the viewer's. */
  isForChild?: boolean
  onPick: (slot: T) => void
}

const copy = studentCopy.slots

/** A payment hold lasts minutes; a longer one waits for a pending payment. */
const MAX_PAYMENT_HOLD_MS = 3_600_000

/** A free slot: time, class type in text and colour, and the teacher's time if it differs. */
export function SlotButton<T extends SlotView>({
  slot,
  zone,
  teacherZone,
  wide,
  isForChild,
  onPick,
}: SlotButtonProps<T>) {
  const clockCopy = isForChild ? studentChildCopy.slots : copy
  const teacherTime = formatInOtherZone(slot.dateTime, zone, teacherZone)
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
      <span className={classes.type}>{[classTypeLabel(slot.classTypeKey), ...extras].join(' · ')}</span>{' '}
      {slot.title && (
        <span className={classes.name} dir="auto">
          {slot.title}
        </span>
      )}
      {held && (
        <span className={classes.held}>
          {epochMs(held) - clock.now() > MAX_PAYMENT_HOLD_MS ? (
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
            clockCopy.teacherClock(teacherTime, city)
          ) : (
            <>
              {copy.teacherClockShort(teacherTime, city)}{' '}
              <VisuallyHidden>{clockCopy.teacherClockHidden}</VisuallyHidden>
            </>
          )}
        </span>
      )}
    </button>
  )
}

import { useRef, useState } from 'react'
import { newIdempotencyKey } from '@/api/idempotency'
import type { Booking, Slot } from '@/api/types'
import { studentCopy } from '@/copy/student'
import {
  type Attempt,
  type BookingEvent,
  type BookingState,
  choosing,
  type Failure,
  nextState,
} from './booking'

export interface BookingActions {
  /** Sends one request; rejects when it did not come about. */
  send: (attempt: Attempt) => Promise<Booking>
  /** What a rejection means. */
  explain: (error: unknown) => Failure
  onBooked: (booking: Booking, teacherEmail: string, byKeyboard: boolean) => void
  onFailed: (error: unknown) => void
  /** A sentence for the student that belongs to no dialog. */
  tell: (message: string) => void
}

export interface BookingControl {
  state: BookingState
  /** The last state with a slot, which the dialog shows while it closes. */
  shown: Exclude<BookingState, { name: 'choosing' }> | null
  choose: (slot: Slot, phone: string) => void
  setPhone: (phone: string) => void
  confirm: (byKeyboard: boolean) => Promise<void>
  close: () => void
  listed: (slots: readonly Slot[]) => void
}

/** Drives the booking state machine: mints keys, sends requests, hands on what came of them. */
export function useBooking(actions: BookingActions): BookingControl {
  const [state, setState] = useState<BookingState>(choosing)
  const [shown, setShown] = useState<BookingControl['shown']>(null)
  // The state as of this instant: a second press within the same frame must not see the one before.
  const current = useRef<BookingState>(state)

  const dispatch = (event: BookingEvent): BookingState | null => {
    const next = nextState(current.current, event)
    if (next === current.current) return null
    current.current = next
    setState(next)
    if (next.name !== 'choosing') setShown(next)
    return next
  }

  const confirm = async (byKeyboard: boolean) => {
    if (current.current.name === 'choosing') return actions.tell(studentCopy.slots.none)
    const next = dispatch({ type: 'confirm', newKey: newIdempotencyKey() })
    if (next?.name !== 'booking') return
    try {
      const booking = await actions.send(next.attempt)
      dispatch({ type: 'booked', booking })
      actions.onBooked(booking, next.attempt.slot.teacherEmail, byKeyboard)
    } catch (error) {
      dispatch({ type: 'failed', failure: actions.explain(error) })
      actions.onFailed(error)
    }
  }

  return {
    state,
    shown,
    choose: (slot, phone) => {
      if (!slot.classTypeKey) return actions.tell(studentCopy.slots.invalid)
      dispatch({ type: 'choose', slot, key: newIdempotencyKey(), phone })
    },
    setPhone: (phone) => dispatch({ type: 'phone', phone }),
    confirm,
    close: () => dispatch({ type: 'close' }),
    listed: (slots) => dispatch({ type: 'listed', slotIds: new Set(slots.map((slot) => slot._id)) }),
  }
}

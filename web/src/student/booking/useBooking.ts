import { useRef, useState } from 'react'
import { newIdempotencyKey } from '@/api/idempotency'
import type { Booking, Slot } from '@/api/types'
import { studentCopy } from '@/copy/student'
import {
  type Attempt,
  type BookingEvent,
  type BookingState,
  bookingReducer,
  type Failure,
  initialBookingState,
} from './booking'

export interface BookingActions {
  /** Sends the request; rejects if the class was not booked. */
  send: (attempt: Attempt) => Promise<Booking>
  /** Converts an error to a failure. */
  toFailure: (error: unknown) => Failure
  onBooked: (booking: Booking, teacherEmail: string, byKeyboard: boolean) => void
  onFailed: (error: unknown) => void
  /** Shows a message outside of the dialog. */
  notify: (message: string) => void
}

export interface BookingControl {
  state: BookingState
  /** The last state with a slot, which the dialog shows while it closes. */
  dialogState: Exclude<BookingState, { name: 'choosing' }> | null
  choose: (slot: Slot, phone: string) => void
  setPhone: (phone: string) => void
  confirm: (byKeyboard: boolean) => Promise<void>
  close: () => void
  updateSlots: (slots: readonly Slot[]) => void
}

/** Runs the booking state machine: creates keys, sends requests, dispatches the results. */
export function useBooking(actions: BookingActions): BookingControl {
  const [state, setState] = useState<BookingState>(initialBookingState)
  const [dialogState, setDialogState] = useState<BookingControl['dialogState']>(null)
  // The current state: a second press in the same frame must not see the previous one.
  const stateRef = useRef<BookingState>(state)

  const dispatch = (event: BookingEvent): BookingState | null => {
    const next = bookingReducer(stateRef.current, event)
    if (next === stateRef.current) return null
    stateRef.current = next
    setState(next)
    if (next.name !== 'choosing') setDialogState(next)
    return next
  }

  const confirm = async (byKeyboard: boolean) => {
    if (stateRef.current.name === 'choosing') return actions.notify(studentCopy.slots.none)
    const next = dispatch({ type: 'confirm', newKey: newIdempotencyKey() })
    if (next?.name !== 'booking') return
    try {
      const booking = await actions.send(next.attempt)
      dispatch({ type: 'booked', booking })
      actions.onBooked(booking, next.attempt.slot.teacherEmail, byKeyboard)
    } catch (error) {
      dispatch({ type: 'failed', failure: actions.toFailure(error) })
      actions.onFailed(error)
    }
  }

  return {
    state,
    dialogState,
    choose: (slot, phone) => {
      if (!slot.classTypeKey) return actions.notify(studentCopy.slots.invalid)
      dispatch({ type: 'choose', slot, key: newIdempotencyKey(), phone })
    },
    setPhone: (phone) => dispatch({ type: 'phone', phone }),
    confirm,
    close: () => dispatch({ type: 'close' }),
    updateSlots: (slots) =>
      dispatch({ type: 'slotsUpdated', slotIds: new Set(slots.map((slot) => slot._id)) }),
  }
}

/**
 * Booking one class with credits, as a named state machine: choosing → confirming → booking → done | failed.
 *
 * It holds no network and no clock. Whoever drives it mints a key when the dialog opens; as long as nobody knows
 * whether the server acted on a request, the same request goes out again under the same key, so that a lost reply can
 * never become a second booking.
 */
import type { Booking, Slot } from '@/api/types'

/** Why a booking did not come about. */
export type Failure =
  /** No reply came: the server may or may not have booked. */
  | { kind: 'lost'; message: string }
  /** The slot cannot be had any more (taken, too soon, withdrawn, or the student is busy then). */
  | { kind: 'gone'; message: string }
  /** The credits do not suffice, or have run out. */
  | { kind: 'credits'; message: string }
  /** The server refused, and said so: nothing was booked. */
  | { kind: 'refused'; message: string }
  /** The server failed underway; it may have booked. */
  | { kind: 'unknown'; message: string }

/** One attempt: the slot, the key it travels under and the phone number that belongs to the request. */
export interface Attempt {
  slot: Slot
  key: string
  phone: string
}

export type BookingState =
  | { name: 'choosing' }
  | { name: 'confirming'; attempt: Attempt; vanished: boolean }
  | { name: 'booking'; attempt: Attempt }
  | { name: 'failed'; attempt: Attempt; failure: Failure; vanished: boolean }
  | { name: 'done'; attempt: Attempt; booking: Booking }

export type BookingEvent =
  | { type: 'choose'; slot: Slot; key: string; phone: string }
  | { type: 'phone'; phone: string }
  /** `newKey` is used only when the earlier request is known to be settled. */
  | { type: 'confirm'; newKey: string }
  | { type: 'booked'; booking: Booking }
  | { type: 'failed'; failure: Failure }
  /** The list of free slots was read again. */
  | { type: 'listed'; slotIds: ReadonlySet<string> }
  | { type: 'close' }

export const choosing: BookingState = { name: 'choosing' }

/** Whether the server may have acted on the last request without our knowing. */
export function isUnsettled(state: BookingState): boolean {
  return state.name === 'failed' && (state.failure.kind === 'lost' || state.failure.kind === 'unknown')
}

/** Whether another press of the button makes sense. */
export function canConfirm(state: BookingState): boolean {
  if (state.name === 'confirming') return !state.vanished
  if (state.name !== 'failed') return false
  return isUnsettled(state) || (state.failure.kind === 'refused' && !state.vanished)
}

/** The phone belongs to the request; it rests while a request is out or its fate unknown. */
export function canEditPhone(state: BookingState): boolean {
  return state.name === 'confirming' || (state.name === 'failed' && !isUnsettled(state))
}

/** The next state; an event that has no meaning in the present state changes nothing. */
export function nextState(state: BookingState, event: BookingEvent): BookingState {
  switch (event.type) {
    case 'choose':
      return choose(state, event)
    case 'phone':
      return canEditPhone(state) && 'attempt' in state
        ? { ...state, attempt: { ...state.attempt, phone: event.phone } }
        : state
    case 'confirm':
      return confirm(state, event.newKey)
    case 'booked':
      return state.name === 'booking'
        ? { name: 'done', attempt: state.attempt, booking: event.booking }
        : state
    case 'failed':
      return state.name === 'booking'
        ? {
            name: 'failed',
            attempt: state.attempt,
            failure: event.failure,
            vanished: event.failure.kind === 'gone',
          }
        : state
    case 'listed':
      return listed(state, event.slotIds)
    case 'close':
      return state.name === 'booking' ? state : choosing
  }
}

function choose(state: BookingState, event: BookingEvent & { type: 'choose' }): BookingState {
  if (state.name !== 'choosing') return state
  const { slot, key, phone } = event
  return { name: 'confirming', attempt: { slot, key, phone }, vanished: false }
}

function confirm(state: BookingState, newKey: string): BookingState {
  if (!canConfirm(state) || !('attempt' in state)) return state
  const key = state.name === 'failed' && !isUnsettled(state) ? newKey : state.attempt.key
  return { name: 'booking', attempt: { ...state.attempt, key } }
}

/** While a request is out, or may have succeeded, a vanished slot can be our own doing and says nothing. */
function listed(state: BookingState, slotIds: ReadonlySet<string>): BookingState {
  if (state.name !== 'confirming' && state.name !== 'failed') return state
  if (isUnsettled(state)) return state
  if (state.name === 'failed' && state.failure.kind === 'gone') return state
  const vanished = !slotIds.has(state.attempt.slot._id)
  return vanished === state.vanished ? state : { ...state, vanished }
}

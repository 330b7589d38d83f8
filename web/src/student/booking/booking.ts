/**
 * State machine of booking one class with credits:
 * choosing → confirming → booking → done or failed.
 *
 * Pure: no network and no clock. The caller creates an idempotency key when the dialog opens. While
 * the outcome of a request is unknown, the same request is sent again with the same key, so that a
 * lost response cannot cause a second booking.
 */
import type { Booking, Slot } from '@/api/types'

export type Failure =
  /** No response: the server may have booked. */
  | { kind: 'lost'; message: string }
  /** The slot is not available (taken, too soon, withdrawn, or the student is busy). */
  | { kind: 'unavailable'; message: string }
  /** Too few credits, or they have expired. */
  | { kind: 'credits'; message: string }
  /** The server rejected the request; nothing was booked. */
  | { kind: 'rejected'; message: string }
  /** The server failed; it may have booked. */
  | { kind: 'unknown'; message: string }

/** One attempt: the slot, its idempotency key and the phone number of the request. */
export interface Attempt {
  slot: Slot
  key: string
  phone: string
}

export type BookingState =
  | { name: 'choosing' }
  | { name: 'confirming'; attempt: Attempt; slotUnavailable: boolean }
  | { name: 'booking'; attempt: Attempt }
  | { name: 'failed'; attempt: Attempt; failure: Failure; slotUnavailable: boolean }
  | { name: 'done'; attempt: Attempt; booking: Booking }

export type BookingEvent =
  | { type: 'choose'; slot: Slot; key: string; phone: string }
  | { type: 'phone'; phone: string }
  /** `newKey` is used only if the outcome of the previous request is known. */
  | { type: 'confirm'; newKey: string }
  | { type: 'booked'; booking: Booking }
  | { type: 'failed'; failure: Failure }
  /** The free slots were refetched. */
  | { type: 'slotsUpdated'; slotIds: ReadonlySet<string> }
  | { type: 'close' }

export const initialBookingState: BookingState = { name: 'choosing' }

/** Whether the server may have acted on the last request without the client knowing. */
export function isBookingOutcomeUnknown(state: BookingState): boolean {
  return state.name === 'failed' && (state.failure.kind === 'lost' || state.failure.kind === 'unknown')
}

/** Whether the button can be pressed again. */
export function canConfirm(state: BookingState): boolean {
  if (state.name === 'confirming') return !state.slotUnavailable
  if (state.name !== 'failed') return false
  return isBookingOutcomeUnknown(state) || (state.failure.kind === 'rejected' && !state.slotUnavailable)
}

/** The phone number is part of the request; it cannot change while its outcome is unknown. */
export function canEditPhone(state: BookingState): boolean {
  return state.name === 'confirming' || (state.name === 'failed' && !isBookingOutcomeUnknown(state))
}

/** Returns the next state. An event that does not apply to the current state changes nothing. */
export function bookingReducer(state: BookingState, event: BookingEvent): BookingState {
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
            slotUnavailable: event.failure.kind === 'unavailable',
          }
        : state
    case 'slotsUpdated':
      return updateSlots(state, event.slotIds)
    case 'close':
      return state.name === 'booking' ? state : initialBookingState
  }
}

function choose(state: BookingState, event: BookingEvent & { type: 'choose' }): BookingState {
  if (state.name !== 'choosing') return state
  const { slot, key, phone } = event
  return { name: 'confirming', attempt: { slot, key, phone }, slotUnavailable: false }
}

function confirm(state: BookingState, newKey: string): BookingState {
  if (!canConfirm(state) || !('attempt' in state)) return state
  const key = state.name === 'failed' && !isBookingOutcomeUnknown(state) ? newKey : state.attempt.key
  return { name: 'booking', attempt: { ...state.attempt, key } }
}

/** While a request is in flight or may have succeeded, a missing slot may be the student's own booking. */
function updateSlots(state: BookingState, slotIds: ReadonlySet<string>): BookingState {
  if (state.name !== 'confirming' && state.name !== 'failed') return state
  if (isBookingOutcomeUnknown(state)) return state
  if (state.name === 'failed' && state.failure.kind === 'unavailable') return state
  const slotUnavailable = !slotIds.has(state.attempt.slot._id)
  return slotUnavailable === state.slotUnavailable ? state : { ...state, slotUnavailable }
}

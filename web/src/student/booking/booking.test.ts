// @vitest-environment node
import { describe, expect, it } from 'vitest'
import { aBooking, aSlot } from '@/test/builders'
import {
  type BookingEvent,
  type BookingState,
  bookingReducer,
  canConfirm,
  canEditPhone,
  type Failure,
  initialBookingState,
} from './booking'

const slot = aSlot()
const booking = aBooking()
const choose: BookingEvent = { type: 'choose', slot, key: 'key-1', phone: '' }
const confirm: BookingEvent = { type: 'confirm', newKey: 'key-2' }
const failed = (kind: Failure['kind']): BookingEvent => ({ type: 'failed', failure: { kind, message: kind } })
const listWithoutSlot: BookingEvent = { type: 'slotsUpdated', slotIds: new Set(['another']) }
const listWithSlot: BookingEvent = { type: 'slotsUpdated', slotIds: new Set([slot._id]) }

const stateAfter = (...events: BookingEvent[]): BookingState =>
  events.reduce(bookingReducer, initialBookingState)
const keyOf = (state: BookingState) => ('attempt' in state ? state.attempt.key : null)

describe('booking flow', () => {
  it('goes through choosing, confirming, booking and done', () => {
    expect(stateAfter().name).toBe('choosing')
    expect(stateAfter(choose).name).toBe('confirming')
    expect(stateAfter(choose, confirm).name).toBe('booking')
    expect(stateAfter(choose, confirm, { type: 'booked', booking })).toMatchObject({ name: 'done', booking })
    expect(stateAfter(choose, confirm, { type: 'booked', booking }, { type: 'close' })).toEqual(
      initialBookingState,
    )
  })

  it('the slot does not change while the dialog is open', () => {
    const other = aSlot({ _id: 'other' })
    const state = stateAfter(choose, { type: 'choose', slot: other, key: 'key-9', phone: '' })
    expect(state).toMatchObject({ attempt: { slot: { _id: slot._id }, key: 'key-1' } })
  })

  it('one request is sent however often the button is pressed', () => {
    const once = stateAfter(choose, confirm)
    expect(bookingReducer(once, confirm)).toBe(once)
  })

  it('the dialog cannot be closed while a request is in flight', () => {
    expect(stateAfter(choose, confirm, { type: 'close' }).name).toBe('booking')
  })

  it('a late response is ignored', () => {
    expect(stateAfter(choose, { type: 'booked', booking }).name).toBe('confirming')
    expect(stateAfter({ type: 'booked', booking })).toEqual(initialBookingState)
    expect(stateAfter(failed('lost'))).toEqual(initialBookingState)
    expect(stateAfter(confirm)).toEqual(initialBookingState)
  })
})

describe('after a failure', () => {
  it.each(['lost', 'unknown'] as const)('%s: the same request is sent again with the same key', (kind) => {
    const state = stateAfter(choose, { type: 'phone', phone: '+91 1' }, confirm, failed(kind))
    expect(canConfirm(state)).toBe(true)
    expect(canEditPhone(state)).toBe(false)
    const retried = bookingReducer(bookingReducer(state, { type: 'phone', phone: '+91 2' }), confirm)
    expect(retried).toMatchObject({ name: 'booking', attempt: { key: 'key-1', phone: '+91 1' } })
  })

  it('rejected: the request may change and gets a new key', () => {
    const state = stateAfter(choose, confirm, failed('rejected'))
    expect(canEditPhone(state)).toBe(true)
    const retried = bookingReducer(bookingReducer(state, { type: 'phone', phone: '+91 2' }), confirm)
    expect(retried).toMatchObject({ name: 'booking', attempt: { key: 'key-2', phone: '+91 2' } })
  })

  it.each(['unavailable', 'credits'] as const)('%s: retrying is not possible', (kind) => {
    const state = stateAfter(choose, confirm, failed(kind))
    expect(canConfirm(state)).toBe(false)
    expect(bookingReducer(state, confirm)).toBe(state)
    expect(bookingReducer(state, { type: 'close' })).toEqual(initialBookingState)
  })

  it('the first key is kept after a second lost response', () => {
    expect(keyOf(stateAfter(choose, confirm, failed('lost'), confirm, failed('unknown'), confirm))).toBe(
      'key-1',
    )
  })
})

describe('when the slots are refetched', () => {
  it('a missing slot is reported until it returns', () => {
    const unavailable = stateAfter(choose, listWithoutSlot)
    expect(unavailable).toMatchObject({ name: 'confirming', slotUnavailable: true })
    expect(canConfirm(unavailable)).toBe(false)
    expect(bookingReducer(unavailable, listWithSlot)).toMatchObject({ slotUnavailable: false })
    expect(canConfirm(bookingReducer(unavailable, listWithSlot))).toBe(true)
  })

  it('an own booking that may have succeeded is not reported as taken', () => {
    expect(stateAfter(choose, confirm, listWithoutSlot)).toMatchObject({ name: 'booking' })
    const lost = stateAfter(choose, confirm, failed('lost'), listWithoutSlot)
    expect(lost).toMatchObject({ name: 'failed', slotUnavailable: false })
    expect(canConfirm(lost)).toBe(true)
    expect(stateAfter(choose, confirm, { type: 'booked', booking }, listWithoutSlot).name).toBe('done')
  })

  it('a rejected request cannot be retried once the slot is unavailable', () => {
    expect(canConfirm(stateAfter(choose, confirm, failed('rejected'), listWithoutSlot))).toBe(false)
  })

  it('an unchanged list changes nothing', () => {
    const state = stateAfter(choose)
    expect(bookingReducer(state, listWithSlot)).toBe(state)
    const taken = stateAfter(choose, confirm, failed('unavailable'))
    expect(bookingReducer(taken, listWithSlot)).toBe(taken)
  })
})

// @vitest-environment node
import { describe, expect, it } from 'vitest'
import { aBooking, aSlot } from '@/test/builders'
import {
  type BookingEvent,
  type BookingState,
  canConfirm,
  canEditPhone,
  choosing,
  type Failure,
  nextState,
} from './booking'

const slot = aSlot()
const booking = aBooking()
const choose: BookingEvent = { type: 'choose', slot, key: 'key-1', phone: '' }
const confirm: BookingEvent = { type: 'confirm', newKey: 'key-2' }
const failed = (kind: Failure['kind']): BookingEvent => ({ type: 'failed', failure: { kind, message: kind } })
const without: BookingEvent = { type: 'listed', slotIds: new Set(['another']) }
const withSlot: BookingEvent = { type: 'listed', slotIds: new Set([slot._id]) }

const whenAll = (...events: BookingEvent[]): BookingState => events.reduce(nextState, choosing)
const keyOf = (state: BookingState) => ('attempt' in state ? state.attempt.key : null)

describe('the way of a booking', () => {
  it('goes choosing, confirming, booking, done', () => {
    expect(whenAll().name).toBe('choosing')
    expect(whenAll(choose).name).toBe('confirming')
    expect(whenAll(choose, confirm).name).toBe('booking')
    expect(whenAll(choose, confirm, { type: 'booked', booking })).toMatchObject({ name: 'done', booking })
    expect(whenAll(choose, confirm, { type: 'booked', booking }, { type: 'close' })).toEqual(choosing)
  })

  it('keeps the slot first chosen while its dialog is open', () => {
    const other = aSlot({ _id: 'other' })
    const state = whenAll(choose, { type: 'choose', slot: other, key: 'key-9', phone: '' })
    expect(state).toMatchObject({ attempt: { slot: { _id: slot._id }, key: 'key-1' } })
  })

  it('sends once, however often the button is pressed', () => {
    const once = whenAll(choose, confirm)
    expect(nextState(once, confirm)).toBe(once)
  })

  it('cannot be closed while a request is out', () => {
    expect(whenAll(choose, confirm, { type: 'close' }).name).toBe('booking')
  })

  it('ignores an answer that nobody waits for', () => {
    expect(whenAll(choose, { type: 'booked', booking }).name).toBe('confirming')
    expect(whenAll({ type: 'booked', booking })).toEqual(choosing)
    expect(whenAll(failed('lost'))).toEqual(choosing)
    expect(whenAll(confirm)).toEqual(choosing)
  })
})

describe('after a failure', () => {
  it.each(['lost', 'unknown'] as const)('%s: the same request goes out again under the same key', (kind) => {
    const state = whenAll(choose, { type: 'phone', phone: '+91 1' }, confirm, failed(kind))
    expect(canConfirm(state)).toBe(true)
    expect(canEditPhone(state)).toBe(false)
    const again = nextState(nextState(state, { type: 'phone', phone: '+91 2' }), confirm)
    expect(again).toMatchObject({ name: 'booking', attempt: { key: 'key-1', phone: '+91 1' } })
  })

  it('refused: the request may change, and travels under a new key', () => {
    const state = whenAll(choose, confirm, failed('refused'))
    expect(canEditPhone(state)).toBe(true)
    const again = nextState(nextState(state, { type: 'phone', phone: '+91 2' }), confirm)
    expect(again).toMatchObject({ name: 'booking', attempt: { key: 'key-2', phone: '+91 2' } })
  })

  it.each(['gone', 'credits'] as const)('%s: trying again makes no sense', (kind) => {
    const state = whenAll(choose, confirm, failed(kind))
    expect(canConfirm(state)).toBe(false)
    expect(nextState(state, confirm)).toBe(state)
    expect(nextState(state, { type: 'close' })).toEqual(choosing)
  })

  it('still keeps the first key after the second loss', () => {
    expect(keyOf(whenAll(choose, confirm, failed('lost'), confirm, failed('unknown'), confirm))).toBe('key-1')
  })
})

describe('when the list is read again', () => {
  it('tells that the slot has vanished, and that it came back', () => {
    const gone = whenAll(choose, without)
    expect(gone).toMatchObject({ name: 'confirming', vanished: true })
    expect(canConfirm(gone)).toBe(false)
    expect(nextState(gone, withSlot)).toMatchObject({ vanished: false })
    expect(canConfirm(nextState(gone, withSlot))).toBe(true)
  })

  it('does not take our own booking for somebody else’s', () => {
    expect(whenAll(choose, confirm, without)).toMatchObject({ name: 'booking' })
    const lost = whenAll(choose, confirm, failed('lost'), without)
    expect(lost).toMatchObject({ name: 'failed', vanished: false })
    expect(canConfirm(lost)).toBe(true)
    expect(whenAll(choose, confirm, { type: 'booked', booking }, without).name).toBe('done')
  })

  it('keeps a refusal from being tried again once the slot is gone', () => {
    expect(canConfirm(whenAll(choose, confirm, failed('refused'), without))).toBe(false)
  })

  it('changes nothing when nothing changed', () => {
    const state = whenAll(choose)
    expect(nextState(state, withSlot)).toBe(state)
    const taken = whenAll(choose, confirm, failed('gone'))
    expect(nextState(taken, withSlot)).toBe(taken)
  })
})

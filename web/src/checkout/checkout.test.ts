// @vitest-environment node
import { describe, expect, it } from 'vitest'
import type { Order, OrderState } from '@/api/types'
import { aBooking, aSlot } from '@/test/builders'
import { anOrder, aQuote } from '@/test/moneyBuilders'
import { type CheckoutEvent, type CheckoutState, choosing, isBusy, nextState, type Refusal } from './checkout'

const purchase = { kind: 'class' as const, slot: aSlot() }
const proof = { order_id: 'o', payment_id: 'p', signature: 's' }
const request = { quote: aQuote(), coupon: null, phone: '' }
const choose: CheckoutEvent = { type: 'choose', purchase }
const confirm: CheckoutEvent = { type: 'confirm', request }
const ordered: CheckoutEvent = { type: 'ordered', order: anOrder(), fresh: true }
const opened: CheckoutEvent = { type: 'opened' }
const dismissed: CheckoutEvent = { type: 'windowClosed' }
const paid: CheckoutEvent = { type: 'paid', orderId: 'order-1', proof }
const refused = (kind: Refusal['kind']): CheckoutEvent => ({
  type: 'refused',
  refusal: { kind, message: kind },
})
const told = (state: OrderState, over: Partial<Order> = {}): CheckoutEvent => ({
  type: 'told',
  order: anOrder({ state, ...over }),
})

const whenAll = (...events: CheckoutEvent[]): CheckoutState => events.reduce(nextState, choosing)
const windowOpen = [choose, confirm, ordered, opened]
const held = [...windowOpen, dismissed, { type: 'asked' } satisfies CheckoutEvent]

describe('the way of a payment', () => {
  it('goes choosing, confirming, paying, verifying, done', () => {
    expect(whenAll(choose).name).toBe('confirming')
    expect(whenAll(choose, confirm, ordered)).toMatchObject({ name: 'paying', window: 'starting' })
    expect(whenAll(...windowOpen, paid)).toMatchObject({ name: 'verifying', proof })
    const booking = aBooking()
    expect(whenAll(...windowOpen, paid, { ...told('booked'), booking } as CheckoutEvent)).toMatchObject({
      name: 'done',
      booking,
    })
  })

  it('asks for one order, however often the button is pressed', () => {
    const sent = whenAll(choose, confirm)
    expect(nextState(sent, confirm)).toBe(sent)
  })

  it('opens one window, however often the button is pressed', () => {
    const opening = whenAll(...held, { type: 'open' })
    expect(opening).toMatchObject({ window: 'opening' })
    expect(nextState(opening, { type: 'open' })).toBe(opening)
  })

  it.each([
    ['preparing', 'paying'],
    ['open', 'paying'],
    ['checking', 'verifying'],
    ['booked', 'done'],
    ['credited', 'done'],
    ['refunding', 'failed'],
    ['refunded', 'failed'],
    ['expired', 'failed'],
    ['cancelled', 'failed'],
    ['failed', 'failed'],
  ] as const)('finds an order that is %s again as %s', (state, name) => {
    const found = whenAll({ type: 'ordered', order: anOrder({ state }), fresh: false })
    expect(found.name).toBe(name)
  })

  it('goes on verifying after a reload when the payment was reported and the server has not heard of it', () => {
    expect(whenAll({ type: 'ordered', order: anOrder(), fresh: false, proof })).toMatchObject({
      name: 'verifying',
      proof,
    })
  })
})

describe('an order ends by the word of the server alone', () => {
  it.each<[string, CheckoutEvent]>([
    ['a closed window', dismissed],
    ['a failed attempt', { type: 'attemptFailed', message: 'declined' }],
    ['closing the dialog', { type: 'close' }],
    ['another choice', choose],
    ['putting it aside', { type: 'hide' }],
  ])('not by %s', (_, event) => {
    expect(whenAll(...windowOpen, event)).toMatchObject({ name: 'paying', order: { _id: 'order-1' } })
  })

  it('keeps what a failed attempt said until the next one, and takes a success that follows it', () => {
    const failed = whenAll(...windowOpen, { type: 'attemptFailed', message: 'declined' })
    expect(nextState(failed, dismissed)).toMatchObject({ notice: 'declined', window: 'closed' })
    const later = [dismissed, { type: 'asked' } as const, { type: 'open' } as const].reduce(nextState, failed)
    expect(later).toMatchObject({ notice: null })
    expect(nextState(failed, paid).name).toBe('verifying')
  })

  it('never goes back from verifying to paying, though the server has not heard yet', () => {
    expect(whenAll(...windowOpen, paid, told('open'))).toMatchObject({ name: 'verifying', proof })
    expect(whenAll(...windowOpen, paid, { type: 'handedOn' }, told('open'))).toMatchObject({
      name: 'verifying',
      proof: null,
    })
  })

  it('stays hidden while it is only being checked, and comes forward when it has ended badly', () => {
    const aside = whenAll(...held, { type: 'hide' })
    expect(nextState(aside, told('checking'))).toMatchObject({ name: 'verifying', hidden: true })
    expect(nextState(aside, told('refunding'))).toMatchObject({ name: 'failed' })
  })

  it('does not listen to what is said of another order', () => {
    const state = whenAll(...held)
    expect(nextState(state, told('booked', { _id: 'another' }))).toBe(state)
  })

  it('asks what came of a window that was open before another is opened', () => {
    const gone = whenAll(...windowOpen, dismissed)
    expect(gone).toMatchObject({ window: 'closed', asking: true })
    expect(nextState(gone, { type: 'open' })).toBe(gone)
    expect(whenAll(...held, { type: 'open' })).toMatchObject({ window: 'opening', asking: false })
  })

  it('has nothing to ask after a window that never opened', () => {
    expect(whenAll(choose, confirm, ordered, dismissed)).toMatchObject({ asking: false, attempted: false })
  })

  it('knows that an attempt may be open: of its own window, and of an order that is found again', () => {
    expect(whenAll(...held)).toMatchObject({ attempted: true })
    const found = (order: Order) => whenAll({ type: 'ordered', order, fresh: false })
    expect(found(anOrder())).toMatchObject({ attempted: true })
    expect(found(anOrder({ state: 'preparing', orderId: null }))).toMatchObject({ attempted: false })
  })

  it('gives a seat back only while no window is open', () => {
    const open = whenAll(...windowOpen)
    expect(nextState(open, { type: 'release' })).toBe(open)
    expect(whenAll(...held, { type: 'release' })).toMatchObject({ releasing: true })
    expect(whenAll(...held, { type: 'release' }, { type: 'open' })).toMatchObject({ window: 'closed' })
  })
})

describe('money that is paid after the order was called over', () => {
  it('is handed on, since the window was still open', () => {
    const over = whenAll(...windowOpen, told('expired'))
    expect(over.name).toBe('failed')
    expect(nextState(over, paid)).toMatchObject({ name: 'verifying', proof })
  })

  it('is none of another order', () => {
    const over = whenAll(...windowOpen, told('expired'))
    expect(nextState(over, { type: 'paid', orderId: 'another', proof })).toBe(over)
  })
})

describe('a request that was refused or lost', () => {
  it('goes out unchanged while nobody knows what became of it', () => {
    const again = whenAll(choose, confirm, refused('unsettled'), {
      type: 'confirm',
      request: { ...request, phone: 'another' },
    })
    expect(again).toMatchObject({ sending: true, request })
  })

  it.each(['price', 'coupon', 'refused'] as const)('is a new one after it was refused for the %s', (kind) => {
    const other = { ...request, phone: 'another' }
    expect(whenAll(choose, confirm, refused(kind), { ...confirm, request: other })).toMatchObject({
      sending: true,
      request: other,
    })
  })

  it('is not repeated when the seat is gone', () => {
    expect(whenAll(choose, confirm, refused('gone'), confirm)).toMatchObject({ sending: false })
  })

  it('takes up the earlier order that stands in the way', () => {
    const earlier = anOrder({ _id: 'earlier', state: 'checking' })
    const event: CheckoutEvent = { type: 'ordered', order: earlier, fresh: false }
    expect(whenAll(choose, confirm, event)).toMatchObject({ name: 'verifying', order: earlier })
  })
})

it('leaves no state without a way out', () => {
  const states: [CheckoutState, CheckoutEvent[]][] = [
    [whenAll(choose), [{ type: 'close' }]],
    [whenAll(choose, confirm), [refused('unsettled'), { type: 'close' }]],
    [
      whenAll(choose, confirm, ordered),
      [dismissed, { type: 'release' }, told('cancelled'), { type: 'close' }],
    ],
    [whenAll(...windowOpen), [dismissed, told('expired'), { type: 'close' }]],
    [whenAll(...windowOpen, paid), [{ type: 'unverified', message: 'no' }, { type: 'close' }]],
    [whenAll(...windowOpen, paid, told('refunded')), [{ type: 'close' }]],
    [whenAll(...windowOpen, paid, told('booked')), [{ type: 'close' }]],
  ]
  for (const [state, events] of states) expect(events.reduce(nextState, state), state.name).toEqual(choosing)
})

it('lets no other purchase begin while money may be moving', () => {
  expect(isBusy(whenAll(...windowOpen))).toBe(true)
  expect(isBusy(whenAll(...windowOpen, paid))).toBe(true)
  expect(whenAll(...windowOpen, paid, choose).name).toBe('verifying')
})

describe('a payment that the bank goes on checking, put aside', () => {
  const slow = [...windowOpen, paid, { type: 'handedOn' } as const, told('checking')]
  const aside = whenAll(...slow, { type: 'hide' })

  it('holds up no other purchase', () => {
    expect(whenAll(...slow, choose).name).toBe('verifying')
    expect(nextState(aside, choose)).toMatchObject({ name: 'confirming', aside })
    const other = anOrder({ _id: 'other' })
    expect(
      [choose, confirm, { ...ordered, order: other } as CheckoutEvent].reduce(nextState, aside),
    ).toMatchObject({ name: 'paying', order: other })
  })

  it('waits until the server has the provider’s word', () => {
    expect(whenAll(...windowOpen, paid, { type: 'hide' }, choose)).toMatchObject({ name: 'verifying', proof })
  })

  it('is in sight again when the other purchase is left', () => {
    expect([choose, choose, { type: 'close' } as const].reduce(nextState, aside)).toBe(aside)
    expect(nextState(aside, { type: 'close' })).toBe(aside)
  })
})

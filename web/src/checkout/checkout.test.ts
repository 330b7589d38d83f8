// @vitest-environment node
import { describe, expect, it } from 'vitest'
import type { Order, OrderState } from '@/api/types'
import { aBooking, aSlot } from '@/test/builders'
import { anOrder, aQuote } from '@/test/moneyBuilders'
import {
  type CheckoutEvent,
  type CheckoutState,
  checkoutReducer,
  initialCheckoutState,
  isPaymentInProgress,
  type Rejection,
} from './checkout'

const purchase = { kind: 'class' as const, slot: aSlot() }
const proof = { order_id: 'o', payment_id: 'p', signature: 's' }
const request = { quote: aQuote(), coupon: null, phone: '' }
const choose: CheckoutEvent = { type: 'choose', purchase }
const confirm: CheckoutEvent = { type: 'confirm', request }
const ordered: CheckoutEvent = { type: 'ordered', order: anOrder(), isNew: true }
const opened: CheckoutEvent = { type: 'opened' }
const dismissed: CheckoutEvent = { type: 'windowClosed' }
const paid: CheckoutEvent = { type: 'paid', orderId: 'order-1', proof: proof }
const rejected = (kind: Rejection['kind']): CheckoutEvent => ({
  type: 'rejected',
  rejection: { kind, message: kind },
})
const updated = (state: OrderState, overrides: Partial<Order> = {}): CheckoutEvent => ({
  type: 'orderUpdated',
  order: anOrder({ state, ...overrides }),
})

const stateAfter = (...events: CheckoutEvent[]): CheckoutState =>
  events.reduce(checkoutReducer, initialCheckoutState)
const windowOpen = [choose, confirm, ordered, opened]
const windowClosed = [...windowOpen, dismissed, { type: 'pollingEnded' } satisfies CheckoutEvent]

describe('payment flow', () => {
  it('goes through choosing, confirming, paying, verifying and done', () => {
    expect(stateAfter(choose).name).toBe('confirming')
    expect(stateAfter(choose, confirm, ordered)).toMatchObject({ name: 'paying', window: 'starting' })
    expect(stateAfter(...windowOpen, paid)).toMatchObject({ name: 'verifying', proof })
    const booking = aBooking()
    expect(stateAfter(...windowOpen, paid, { ...updated('booked'), booking } as CheckoutEvent)).toMatchObject(
      {
        name: 'done',
        booking,
      },
    )
  })

  it('sends one order however often the button is pressed', () => {
    const sent = stateAfter(choose, confirm)
    expect(checkoutReducer(sent, confirm)).toBe(sent)
  })

  it('opens one window however often the button is pressed', () => {
    const opening = stateAfter(...windowClosed, { type: 'open' })
    expect(opening).toMatchObject({ window: 'opening' })
    expect(checkoutReducer(opening, { type: 'open' })).toBe(opening)
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
  ] as const)('restores a %s order as %s', (state, name) => {
    const found = stateAfter({ type: 'ordered', order: anOrder({ state }), isNew: false })
    expect(found.name).toBe(name)
  })

  it('keeps verifying after a reload if the payment was reported and the server does not know it', () => {
    expect(stateAfter({ type: 'ordered', order: anOrder(), isNew: false, proof: proof })).toMatchObject({
      name: 'verifying',
      proof,
    })
  })
})

describe('only the server ends an order', () => {
  it.each<[string, CheckoutEvent]>([
    ['a closed window', dismissed],
    ['a failed attempt', { type: 'attemptFailed', message: 'declined', failure: 'declined' }],
    ['closing the dialog', { type: 'close' }],
    ['another choice', choose],
    ['putting it aside', { type: 'hide' }],
  ])('it is not ended by %s', (_, event) => {
    expect(stateAfter(...windowOpen, event)).toMatchObject({ name: 'paying', order: { _id: 'order-1' } })
  })

  it('the message of a failed attempt stays until the next one, and a later success counts', () => {
    const failed = stateAfter(...windowOpen, {
      type: 'attemptFailed',
      message: 'declined',
      failure: 'declined',
    })
    expect(checkoutReducer(failed, dismissed)).toMatchObject({ notice: 'declined', window: 'closed' })
    const later = [dismissed, { type: 'pollingEnded' } as const, { type: 'open' } as const].reduce(
      checkoutReducer,
      failed,
    )
    expect(later).toMatchObject({ notice: null })
    expect(checkoutReducer(failed, paid).name).toBe('verifying')
  })

  it('verifying never returns to paying when the server does not know the payment yet', () => {
    expect(stateAfter(...windowOpen, paid, updated('open'))).toMatchObject({ name: 'verifying', proof })
    expect(stateAfter(...windowOpen, paid, { type: 'proofAccepted' }, updated('open'))).toMatchObject({
      name: 'verifying',
      proof: null,
    })
  })

  it('a hidden order stays hidden while it is checked and is shown when it fails', () => {
    const hidden = stateAfter(...windowClosed, { type: 'hide' })
    expect(checkoutReducer(hidden, updated('checking'))).toMatchObject({ name: 'verifying', hidden: true })
    expect(checkoutReducer(hidden, updated('refunding'))).toMatchObject({ name: 'failed' })
  })

  it('updates of another order are ignored', () => {
    const state = stateAfter(...windowClosed)
    expect(checkoutReducer(state, updated('booked', { _id: 'another' }))).toBe(state)
  })

  it('the outcome of a closed window is polled before another one opens', () => {
    const gone = stateAfter(...windowOpen, dismissed)
    expect(gone).toMatchObject({ window: 'closed', checking: true })
    expect(checkoutReducer(gone, { type: 'open' })).toBe(gone)
    expect(stateAfter(...windowClosed, { type: 'open' })).toMatchObject({
      window: 'opening',
      checking: false,
    })
  })

  it('a window that never opened is not polled', () => {
    expect(stateAfter(choose, confirm, ordered, dismissed)).toMatchObject({
      checking: false,
      attempted: false,
    })
  })

  it('an attempt counts as possible after an own window and for a restored order', () => {
    expect(stateAfter(...windowClosed)).toMatchObject({ attempted: true })
    const found = (order: Order) => stateAfter({ type: 'ordered', order, isNew: false })
    expect(found(anOrder())).toMatchObject({ attempted: true })
    expect(found(anOrder({ state: 'preparing', orderId: null }))).toMatchObject({ attempted: false })
  })

  it('a seat can be released only while no window is open', () => {
    const open = stateAfter(...windowOpen)
    expect(checkoutReducer(open, { type: 'release' })).toBe(open)
    expect(stateAfter(...windowClosed, { type: 'release' })).toMatchObject({ releasing: true })
    expect(stateAfter(...windowClosed, { type: 'release' }, { type: 'open' })).toMatchObject({
      window: 'closed',
    })
  })
})

describe('payment after the order ended', () => {
  it('is submitted because the window was still open', () => {
    const ended = stateAfter(...windowOpen, updated('expired'))
    expect(ended.name).toBe('failed')
    expect(checkoutReducer(ended, paid)).toMatchObject({ name: 'verifying', proof })
  })

  it('is ignored for another order', () => {
    const ended = stateAfter(...windowOpen, updated('expired'))
    expect(checkoutReducer(ended, { type: 'paid', orderId: 'another', proof: proof })).toBe(ended)
  })
})

describe('rejected or lost request', () => {
  it('is sent again unchanged while its outcome is unknown', () => {
    const retried = stateAfter(choose, confirm, rejected('unknown'), {
      type: 'confirm',
      request: { ...request, phone: 'another' },
    })
    expect(retried).toMatchObject({ sending: true, request })
  })

  it.each(['price', 'coupon', 'rejected'] as const)(
    'is replaced by a new one after a rejection (%s)',
    (kind) => {
      const other = { ...request, phone: 'another' }
      expect(stateAfter(choose, confirm, rejected(kind), { ...confirm, request: other })).toMatchObject({
        sending: true,
        request: other,
      })
    },
  )

  it('is not repeated when the slot is unavailable', () => {
    expect(stateAfter(choose, confirm, rejected('unavailable'), confirm)).toMatchObject({ sending: false })
  })

  it('resumes the earlier order that blocks it', () => {
    const earlier = anOrder({ _id: 'earlier', state: 'checking' })
    const event: CheckoutEvent = { type: 'ordered', order: earlier, isNew: false }
    expect(stateAfter(choose, confirm, event)).toMatchObject({ name: 'verifying', order: earlier })
  })
})

it('every state has an event that leaves it', () => {
  const states: [CheckoutState, CheckoutEvent[]][] = [
    [stateAfter(choose), [{ type: 'close' }]],
    [stateAfter(choose, confirm), [rejected('unknown'), { type: 'close' }]],
    [
      stateAfter(choose, confirm, ordered),
      [dismissed, { type: 'release' }, updated('cancelled'), { type: 'close' }],
    ],
    [stateAfter(...windowOpen), [dismissed, updated('expired'), { type: 'close' }]],
    [stateAfter(...windowOpen, paid), [{ type: 'unverified', message: 'no' }, { type: 'close' }]],
    [stateAfter(...windowOpen, paid, updated('refunded')), [{ type: 'close' }]],
    [stateAfter(...windowOpen, paid, updated('booked')), [{ type: 'close' }]],
  ]
  for (const [state, events] of states)
    expect(events.reduce(checkoutReducer, state), state.name).toEqual(initialCheckoutState)
})

it('no other purchase starts while a payment is in progress', () => {
  expect(isPaymentInProgress(stateAfter(...windowOpen))).toBe(true)
  expect(isPaymentInProgress(stateAfter(...windowOpen, paid))).toBe(true)
  expect(stateAfter(...windowOpen, paid, choose).name).toBe('verifying')
})

describe('hidden payment that the bank is still checking', () => {
  const slow = [...windowOpen, paid, { type: 'proofAccepted' } as const, updated('checking')]
  const hidden = stateAfter(...slow, { type: 'hide' })

  it('does not block another purchase', () => {
    expect(stateAfter(...slow, choose).name).toBe('verifying')
    expect(checkoutReducer(hidden, choose)).toMatchObject({ name: 'confirming', pendingPayment: hidden })
    const other = anOrder({ _id: 'other' })
    expect(
      [choose, confirm, { ...ordered, order: other } as CheckoutEvent].reduce(checkoutReducer, hidden),
    ).toMatchObject({ name: 'paying', order: other })
  })

  it('blocks other purchases until the server has the proof', () => {
    expect(stateAfter(...windowOpen, paid, { type: 'hide' }, choose)).toMatchObject({
      name: 'verifying',
      proof,
    })
  })

  it('is shown again when the other purchase is cancelled', () => {
    expect([choose, choose, { type: 'close' } as const].reduce(checkoutReducer, hidden)).toBe(hidden)
    expect(checkoutReducer(hidden, { type: 'close' })).toBe(hidden)
  })
})

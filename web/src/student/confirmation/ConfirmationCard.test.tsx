import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createQueryClient } from '@/api/queryClient'
import { aBooking } from '@/test/builders'
import { ConfirmationCard } from './ConfirmationCard'
import { AFTER_BOOKING_SECONDS, CARD_SECONDS } from './timings'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function show({ seconds = AFTER_BOOKING_SECONDS, startsPaused = false } = {}) {
  const leave = vi.fn()
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={createQueryClient()}>
        <ConfirmationCard
          booking={aBooking({ bookingId: '01a1fc25-adf1-7dce-9474-257b1b5f3e35', bookingCode: '1B5F-3E35' })}
          seconds={seconds}
          startsPaused={startsPaused}
          onLeave={leave}
          onShowClasses={() => undefined}
        />
      </QueryClientProvider>
    </MantineProvider>,
  )
  return leave
}

const pass = (ms: number) =>
  act(() => {
    vi.advanceTimersByTime(ms)
  })

const card = () => screen.getByRole('region', { name: 'Your class is booked' })
const box = () => screen.getByText('This page stays open.').parentElement as HTMLElement
/** What the box says; the sentences that it keeps room for are hidden. */
const sentence = () => {
  const shown = [...box().children].filter((child) => child.getAttribute('aria-hidden') === 'false')
  return shown.map((child) => child.textContent).join('|')
}
const move = (movementX: number) => {
  const event = new MouseEvent('pointermove', { bubbles: true })
  Object.defineProperties(event, {
    pointerType: { value: 'mouse' },
    movementX: { value: movementX },
    movementY: { value: 0 },
  })
  fireEvent(card(), event)
}

describe('the confirmation', () => {
  it('shows name, booking id, e-mail, date and time on both clocks', () => {
    show()
    const facts = screen.getAllByRole('term').map((term) => [term.textContent, term.nextSibling?.textContent])
    expect(Object.fromEntries(facts)).toEqual({
      Name: 'Meera Iyer',
      'Booking ID': '1B5F-3E35, copy the whole booking ID',
      Email: 'meera@example.com',
      Teacher: 'Guru Padma Subramaniam',
      'Class Date': 'Mon, 23 Nov 2026',
      'Class Time': '1:30 am – 2:30 am (UTC)7:00 am for your teacher (Kolkata)',
    })
    const link = screen.getByRole('link', { name: 'Add to Google Calendar' })
    expect(link.getAttribute('href')).toContain('dates=20261123T013000Z%2F20261123T023000Z')
    expect(link.getAttribute('href')).toContain('Booking+1B5F-3E35.')
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus()
  })

  it.each([
    ['after a booking', AFTER_BOOKING_SECONDS, 5000],
    ['by itself', CARD_SECONDS, 3000],
  ])('%s returns to the dashboard in time', (_, seconds, ms) => {
    const leave = show({ seconds })
    expect(sentence()).toBe(`Back to your dashboard in ${seconds} s`)
    pass(ms - 1)
    expect(leave).not.toHaveBeenCalled()
    pass(1)
    expect(leave).toHaveBeenCalledTimes(1)
  })

  it('stays while the pointer moves on it, and goes on when it has left', () => {
    const leave = show()
    pass(2000)
    move(3)
    pass(60_000)
    expect(leave).not.toHaveBeenCalled()
    expect(sentence()).toBe('Take your time; this stays while you are here.')
    fireEvent.pointerLeave(card())
    pass(3000)
    expect(leave).toHaveBeenCalledTimes(1)
  })

  it('keeps Stay here where it is while the sentence above changes', () => {
    show()
    const texts = () => [...box().children].map((child) => child.textContent)
    const before = texts()
    const stay = screen.getByRole('button', { name: 'Stay here' })
    move(3)
    expect(texts()).toEqual(before)
    expect(box()).not.toContainElement(stay)
    expect(box().nextElementSibling).toBe(stay)
  })

  it('does not take a card that appears under a resting pointer for one that is read', () => {
    const leave = show()
    move(0)
    pass(5000)
    expect(leave).toHaveBeenCalledTimes(1)
  })

  it('stays while focus is on one of its controls', () => {
    const leave = show()
    act(() => screen.getByRole('link', { name: 'Add to Google Calendar' }).focus())
    pass(60_000)
    expect(leave).not.toHaveBeenCalled()
    act(() => screen.getByRole('link', { name: 'Add to Google Calendar' }).blur())
    pass(5000)
    expect(leave).toHaveBeenCalledTimes(1)
  })

  it('stays when asked to', () => {
    const leave = show()
    fireEvent.click(screen.getByRole('button', { name: 'Stay here' }))
    pass(600_000)
    expect(leave).not.toHaveBeenCalled()
    expect(sentence()).toBe('This page stays open.')
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus()
  })

  it('waits for somebody who came by keyboard', () => {
    const leave = show({ startsPaused: true })
    pass(600_000)
    expect(leave).not.toHaveBeenCalled()
  })
})

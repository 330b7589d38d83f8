import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createQueryClient } from '@/api/queryClient'
import { setSession } from '@/session/session'
import { aBooking } from '@/test/builders'
import { ConfirmationCard } from './ConfirmationCard'
import { AFTER_BOOKING_SECONDS, CARD_SECONDS } from './timings'

const person = { id: 'student-1', name: 'Meera Iyer', email: 'meera@example.com', role: 'student' as const }

beforeEach(() => {
  vi.useFakeTimers()
  setSession({ status: 'signedIn', person })
})
afterEach(() => void vi.useRealTimers())

function renderCard({
  seconds = AFTER_BOOKING_SECONDS,
  startsPaused = false,
  title = '',
  charged = null as number | null,
} = {}) {
  const leave = vi.fn()
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={createQueryClient()}>
        <ConfirmationCard
          booking={aBooking({
            bookingId: '01a1fc25-adf1-7dce-9474-257b1b5f3e35',
            bookingCode: '1B5F-3E35',
            title,
            charged,
          })}
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

const advance = (ms: number) =>
  act(() => {
    vi.advanceTimersByTime(ms)
  })

const card = () => screen.getByRole('region', { name: 'Your class is booked' })
const returnBox = () => screen.getByText('This page stays open.').parentElement as HTMLElement
/** The visible sentence of the box; the others are hidden placeholders. */
const visibleSentence = () => {
  const shown = [...returnBox().children].filter((child) => child.getAttribute('aria-hidden') === 'false')
  return shown.map((child) => child.textContent).join('|')
}
const movePointer = (movementX: number) => {
  const event = new MouseEvent('pointermove', { bubbles: true })
  Object.defineProperties(event, {
    pointerType: { value: 'mouse' },
    movementX: { value: movementX },
    movementY: { value: 0 },
  })
  fireEvent(card(), event)
}

describe('confirmation card', () => {
  it('names a published class by its title, also in the calendar', () => {
    renderCard({ title: 'Varnam' })
    expect(screen.getByText('Class').nextSibling).toHaveTextContent('Varnam')
    const link = screen.getByRole('link', { name: 'Add to Google Calendar' })
    expect(link.getAttribute('href')).toContain('text=Varnam+with+Guru+Padma+Subramaniam')
  })

  it('shows name, booking id, e-mail, date and time in both zones', () => {
    renderCard()
    const details = screen
      .getAllByRole('term')
      .map((term) => [term.textContent, term.nextSibling?.textContent])
    expect(Object.fromEntries(details)).toEqual({
      Name: 'Meera Iyer',
      'Booking code': '1B5F-3E35, copy the booking code',
      Email: 'meera@example.com',
      Teacher: 'Guru Padma Subramaniam',
      'Class Date': 'Mon, 23 Nov 2026',
      'Class Time': '1:30–2:30 am (UTC)7:00 am for your teacher (Kolkata)',
      'Amount paid': '1 credit',
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
    const onLeave = renderCard({ seconds })
    expect(visibleSentence()).toBe(`Back to your dashboard in ${seconds} s`)
    advance(ms - 1)
    expect(onLeave).not.toHaveBeenCalled()
    advance(1)
    expect(onLeave).toHaveBeenCalledTimes(1)
  })

  it('stays while the pointer moves over it and continues after it has left', () => {
    const leave = renderCard()
    advance(2000)
    movePointer(3)
    advance(60_000)
    expect(leave).not.toHaveBeenCalled()
    expect(visibleSentence()).toBe('Take your time. This stays open while you’re here.')
    fireEvent.pointerLeave(card())
    advance(3000)
    expect(leave).toHaveBeenCalledTimes(1)
  })

  it('keeps Stay here in place while the sentence above changes', () => {
    renderCard()
    const texts = () => [...returnBox().children].map((child) => child.textContent)
    const before = texts()
    const stayButton = screen.getByRole('button', { name: 'Stay here' })
    movePointer(3)
    expect(texts()).toEqual(before)
    expect(returnBox()).not.toContainElement(stayButton)
    expect(returnBox().nextElementSibling).toBe(stayButton)
  })

  it('does not count as hovered when it appears under a resting pointer', () => {
    const leave = renderCard()
    movePointer(0)
    advance(5000)
    expect(leave).toHaveBeenCalledTimes(1)
  })

  it('shows the amount that was paid with money', () => {
    renderCard({ charged: 1022.98 })
    expect(screen.getByText('Amount paid').nextSibling).toHaveTextContent('₹1,022.98')
  })

  const calendarLink = () => screen.getByRole('link', { name: 'Add to Google Calendar' })
  it.each([
    [
      'one of its controls has had the focus',
      () => {
        act(() => calendarLink().focus())
        act(() => calendarLink().blur())
      },
    ],
    ['it was touched', () => fireEvent.pointerDown(card(), { pointerType: 'touch' })],
    ['a key was pressed', () => fireEvent.keyDown(screen.getByRole('heading', { level: 1 }), { key: 'End' })],
  ])('stays once %s', (_, use) => {
    const leave = renderCard()
    use()
    advance(600_000)
    expect(leave).not.toHaveBeenCalled()
    expect(visibleSentence()).toBe('Take your time. This stays open while you’re here.')
  })

  it('stays on request', () => {
    const leave = renderCard()
    fireEvent.click(screen.getByRole('button', { name: 'Stay here' }))
    advance(600_000)
    expect(leave).not.toHaveBeenCalled()
    expect(visibleSentence()).toBe('This page stays open.')
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus()
  })

  it('waits for keyboard users', () => {
    const leave = renderCard({ startsPaused: true })
    advance(600_000)
    expect(leave).not.toHaveBeenCalled()
  })
})

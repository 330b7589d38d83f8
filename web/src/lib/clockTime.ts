/** Wall-clock times of forms: `HH:mm`, shown as `7:30 am`. `24:00` is the end of the day. */
import { hoursCopy } from '@/copy/hours'
import { displayChoices } from './display'
import { formatClock } from './formatClock'

/** `7:30 am` from `07:30`. */
export function formatClockTime(time: string): string {
  if (time === '24:00') return hoursCopy.midnight
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  return formatClock({ hour, minute })
}

/**
 * Whether a time matches what is being typed: `7`, `7:3`, `730pm`, `19`, `19:30`. On a 12-hour
 * clock, hours up to 12 without `am` or `pm` match both halves of the day.
 */
export function matchesTyped(time: string, typed: string): boolean {
  const text = typed.toLowerCase().replaceAll(/[\s]/g, '')
  if (text === '') return true
  const [hours = '', minutes = ''] = time.split(':')
  return parseTyped(text).some(({ hour, minute, half }) => {
    if (!minutes.startsWith(minute)) return false
    const own = Number(hours)
    if (half === undefined && (own === hour || displayChoices().is24Hours)) return own === hour
    const isPm = own >= 12 && own < 24
    return own < 24 && hour <= 12 && own % 12 === hour % 12 && (half === undefined || isPm === (half === 'p'))
  })
}

interface TypedTime {
  hour: number
  minute: string
  half: string | undefined
}

/** The possible readings of a text: `130` is 1:30, `12` is 12 o'clock. */
function parseTyped(text: string): TypedTime[] {
  const match = /^(\d{1,4})(?:[:.](\d{0,2}))?(am?|pm?)?$/.exec(text)
  if (!match) return []
  const [, digits = '', after, half] = match
  const readings =
    after !== undefined || digits.length <= 2
      ? [[digits, after ?? '']]
      : [[digits.slice(0, -2), digits.slice(-2)]]
  return readings.map(([hour = '', minute = '']) => ({ hour: Number(hour), minute, half: half?.[0] }))
}

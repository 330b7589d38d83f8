import { timeCopy } from '@/copy/time'
import { displayChoices } from './display'
import type { ClockTime } from './i18n'

/** `7:00 am`, or `07:00` for people who chose a 24-hour clock. */
export function formatClock({ hour, minute }: ClockTime): string {
  if (!displayChoices().is24Hours) return timeCopy.clock(hour, minute)
  return [hour, minute].map((part) => String(part).padStart(2, '0')).join(':')
}

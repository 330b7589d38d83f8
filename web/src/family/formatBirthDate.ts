import { timeCopy } from '@/copy/time'

/** `23 Apr 2016` from `2016-04-23` */
export function formatBirthDate(day: string): string {
  const date = Temporal.PlainDate.from(day)
  return `${date.day} ${timeCopy.shortMonths[date.month - 1] ?? ''} ${date.year}`
}

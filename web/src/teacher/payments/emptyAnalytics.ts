import type { Analytics } from '@/api/teacherTypes'
import { addMonths } from '@/lib/localDateTime'

const MONTHS = 12

/** Analytics with zeros, shown with the error if loading failed (SPEC §8). */
export function emptyAnalytics(month: string): Analytics {
  return {
    totalClasses: 0,
    indianClasses: 0,
    usClasses: 0,
    totalHours: 0,
    totalTeachingHours: 0,
    earnings: { indian: 0, us: 0, total: 0, byCurrency: { INR: 0, USD: 0 } },
    classByType: { private: 0, group: 0, duet: 0 },
    currency: 'INR',
    since: month,
    fxRate: 0,
    fxAsOf: '',
    months: Array.from({ length: MONTHS }, (_, index) => ({
      month: addMonths(`${month}-01`, index - MONTHS + 1).slice(0, 7),
      classes: 0,
      earnings: 0,
    })),
    commission: {
      stage: 'launch',
      rate: 0,
      hoursTaught: 0,
      tierFrom: 0,
      tierTo: null,
      nextRate: null,
      launchEndsAt: null,
      progressPercent: 0,
    },
  }
}

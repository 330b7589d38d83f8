/** Test builders of My Account. */
import type { Account } from '@/api/account'

export function anAccount(overrides: Partial<Account> = {}): Account {
  return {
    name: 'Meera',
    email: 'meera@example.com',
    phone: null,
    timeZone: 'Asia/Kolkata',
    birthDate: null,
    ageBand: null,
    display: { language: 'en', clock: null, weekStart: null, fixedTimeZone: null },
    currency: 'INR',
    mails: { classReminderDay: true, classReminderHour: true, creditsExpiring: false },
    terms: [],
    ...overrides,
  }
}

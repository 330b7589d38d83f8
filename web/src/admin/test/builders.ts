/** Test builders of the admin area's API types. */
import type { Admin, AdminMessage, AdminOverview, AuditLine, PendingTeacher } from '@/api/adminTypes'

export function aSession(csrfToken = 'csrf-1'): { admin: Admin; csrfToken: string } {
  return { admin: { username: 'rukmini', role: 'owner', totp: false }, csrfToken }
}

export function anOverview(overrides: Partial<AdminOverview> = {}): AdminOverview {
  return {
    today: '2026-11-25',
    classesToday: 12,
    revenue30d: [
      { currency: 'INR', amount: 45_000 },
      { currency: 'USD', amount: 210.5 },
    ],
    failedPayments24h: 1,
    unansweredMessages: 3,
    failedRefunds: 0,
    payoutsToPay: 0,
    payoutsSum: [],
    pendingTeachers: 1,
    waitlist: 0,
    outbox: { due: 0, dead: 0 },
    worker: { secondsAgo: 3, silent: false },
    ledger: { checkedAt: null, findings: 0, compared: true },
    ...overrides,
  }
}

export function aPending(overrides: Partial<PendingTeacher> = {}): PendingTeacher {
  return {
    _id: 'teacher-1',
    name: 'Nila Raman',
    email: 'nila@example.com',
    phone: '+91 98765 43210',
    danceStyles: ['Bharatanatyam', 'Kuchipudi'],
    bio: 'I have danced since I was five.',
    teacherProfile: {
      firstName: 'Nila',
      lastName: 'Raman',
      country: 'India',
      experience: 'Ten years in Chennai',
      danceEducation: 'Kalakshetra',
      guru: 'Padma Subramaniam',
      yearsTeaching: '10',
      studentAges: ['Adults'],
      danceStylesWithLevel: [],
      keyHighlights: [],
      performanceVideoLink: null,
      helpVideoLink: null,
      googleMeetLink: 'https://meet.google.com/abc-defg-hij',
      notes: '',
      socialMedia: { instagram: null },
    },
    paymentSettings: { inrRate: 999, usdRate: 24.99 },
    availability: {
      timeZone: 'Asia/Kolkata',
      weeklySchedule: [
        { dayOfWeek: 0, timeRanges: [{ start: '09:00', end: '12:00' }] },
        { dayOfWeek: 2, timeRanges: [{ start: '07:30', end: '09:30' }] },
        { dayOfWeek: 2, timeRanges: [{ start: '17:00', end: '24:00' }] },
      ],
    },
    appliedAt: '2026-11-20T09:00:00Z',
    version: 3,
    missing: [],
    changed: [],
    previousRejection: null,
    ...overrides,
  }
}

export function aMessage(overrides: Partial<AdminMessage> = {}): AdminMessage {
  return {
    _id: 'message-1',
    personId: 'student-1',
    name: 'Meera Iyer',
    email: 'meera@example.com',
    role: 'student',
    topic: 'technical',
    subject: 'I hear nothing',
    body: 'In my last class the sound was gone.',
    about: [{ label: 'Class', value: 'TB-7K2M9Q' }],
    createdAt: '2026-11-20T09:00:00Z',
    repliedAt: null,
    ...overrides,
  }
}

export function aLine(overrides: Partial<AuditLine> = {}): AuditLine {
  return {
    _id: 'line-1',
    at: '2026-11-20T09:00:00Z',
    actor: 'admin:rukmini',
    actorName: null,
    action: 'teacher_rejected',
    subject: 'teacher-1',
    subjectName: 'Nila Raman',
    subjectStartsAt: null,
    reason: 'The video is missing',
    detail: {},
    before: { status: 'pending' },
    after: { status: 'rejected' },
    ...overrides,
  }
}

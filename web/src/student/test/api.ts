/** A fake API for tests of the student area: it answers requests and records them. */
import { HttpResponse, http } from 'msw'
import type { Booking, CreditHistory, PaymentsConfig, ReferralLine, Slot, StudentProfile } from '@/api/types'
import { aBooking, aProfile, aSlot } from '@/test/builders'
import { cancelling } from '@/test/config'
import { server } from '@/test/server'

export interface StudentApi {
  slots: Slot[]
  profile: StudentProfile
  active: Booking[]
  past: Booking[]
  history: CreditHistory
  friends: ReferralLine[]
  mailWorks: boolean
  /** Payment configuration; `null` for an installation without payments. */
  payments: PaymentsConfig | null
  /** Owner of the invite code in the URL; `null` for an unknown code. */
  invitedBy: { _id: string; name: string } | null
  /** Response to a booking; successful by default. */
  book: (body: { slotId: string }) => Response | Promise<Response>
  /** Bodies and keys of received booking requests. */
  booked: { body: Record<string, unknown>; key: string | null }[]
  /** Number of requests for free slots. */
  slotReads: number
  followUps: string[]
}

export function problem(status: number, code: string, detail: string, more: object = {}): Response {
  const texts = { detail, error: detail, message: detail, details: detail }
  return HttpResponse.json(
    { type: 'about:blank', title: code, status, code, success: false, ...texts, ...more },
    { status, headers: { 'Content-Type': 'application/problem+json' } },
  )
}

const config = {
  productName: 'Tala',
  supportEmail: 'support@tala.example',
  postalAddress: '',
  socialLinks: [],
  publicUrl: 'http://localhost:3000',
  demo: false,
  oidc: { authority: '', clientId: '', scope: '', redirectPath: '', postLogoutPath: '' },
  limits: { noticeHours: 12, windowDays: 28, creditWarningDays: 7 },
  cancelling,
}

export function startStudentApi(overrides: Partial<StudentApi> = {}): StudentApi {
  const api: StudentApi = {
    slots: [aSlot()],
    profile: aProfile(),
    active: [],
    past: [],
    history: { lots: [], entries: [] },
    friends: [],
    mailWorks: true,
    payments: null,
    invitedBy: null,
    book: (body) => HttpResponse.json({ success: true, booking: aBooking({ slotId: body.slotId }) }),
    booked: [],
    slotReads: 0,
    followUps: [],
    ...overrides,
  }
  const followUp = (name: string) => () => {
    api.followUps.push(name)
    return api.mailWorks
      ? HttpResponse.json({ success: true, status: 'sent', sentAt: '2026-11-20T09:00:00Z' })
      : problem(503, 'mail_not_sent', 'The message could not be sent yet. We keep trying.')
  }
  server.use(
    http.get('*/api/config', () => HttpResponse.json({ ...config, payments: api.payments })),
    http.get('*/api/student-profile', () => HttpResponse.json(api.profile)),
    http.get('*/api/referral-code', () => HttpResponse.json({ referralCode: 'TCH-PAD-2345' })),
    http.get('*/api/teacher-by-referral', () =>
      api.invitedBy
        ? HttpResponse.json({ success: true, teacher: api.invitedBy })
        : problem(422, 'invalid_invite_code', 'Invalid invite code.'),
    ),
    http.get('*/api/active-classes', () => HttpResponse.json(api.active)),
    http.get('*/api/bookings', () => HttpResponse.json([...api.active, ...api.past])),
    http.get('*/api/calendar-feed', () => HttpResponse.json({ success: true, url: null })),
    http.get('*/api/referrals', () => HttpResponse.json({ referrals: api.friends })),
    http.get('*/api/credit-history', () => HttpResponse.json(api.history)),
    http.get('*/api/slots', ({ request }) => {
      const invited = new URL(request.url).searchParams.get('referralCode') !== null
      return HttpResponse.json(invited && api.invitedBy?._id !== api.profile.teacher._id ? [] : api.slots)
    }),
    http.get('*/api/teacher/:id/available-slots', () => {
      api.slotReads += 1
      return HttpResponse.json({ slots: api.slots, metadata: {} })
    }),
    http.post('*/api/book-with-credits', async ({ request }) => {
      const body = (await request.json()) as { slotId: string }
      api.booked.push({ body, key: request.headers.get('Idempotency-Key') })
      return api.book(body)
    }),
    http.post('*/api/send-booking-email', followUp('mail')),
    http.post('*/api/calendar-events', followUp('calendar')),
  )
  return api
}

/** Test builders of people, credits and purchases in the admin area. */
import type { AdminPayout } from '@/api/adminPayouts'
import type {
  AdminBookingDetails,
  AdminJob,
  AdminLot,
  AdminOrder,
  AdminOrderDetails,
  AdminPerson,
  AdminPersonDetails,
  AdminRefund,
  AdminSuspensionPreview,
  AdminTeacherPart,
} from '@/api/adminPeopleTypes'
import { aBooking } from '@/test/builders'

export function aPerson(overrides: Partial<AdminPerson> = {}): AdminPerson {
  return {
    _id: 'student-1',
    name: 'Meera Iyer',
    email: 'meera@example.com',
    phone: null,
    timeZone: 'America/New_York',
    role: 'student',
    status: 'active',
    createdAt: '2026-10-12T09:00:00Z',
    suspendedAt: null,
    ...overrides,
  }
}

export function aLot(overrides: Partial<AdminLot> = {}): AdminLot {
  return {
    _id: 'lot-1',
    origin: 'bought',
    teacherId: 'teacher-1',
    teacherName: 'Padma Subramaniam',
    total: 8,
    remaining: 5,
    pricePerClass: 899,
    currency: 'INR',
    expiresAt: '2027-01-10T18:30:00Z',
    createdAt: '2026-11-10T09:00:00Z',
    ...overrides,
  }
}

export function anAdminOrder(overrides: Partial<AdminOrder> = {}): AdminOrder {
  return {
    _id: 'order-1',
    studentId: 'student-1',
    studentName: 'Meera Iyer',
    teacherId: 'teacher-1',
    teacherName: 'Padma Subramaniam',
    purpose: 'class',
    packageSize: 0,
    dateTime: '2026-11-23T01:30:00Z',
    state: 'booked',
    reason: null,
    currency: 'INR',
    base: 999,
    discount: 0,
    serviceFee: 0,
    providerFee: 23.98,
    total: 1022.98,
    refunded: 0,
    refundPending: 0,
    couponCode: null,
    providerOrderId: 'order_Fx1',
    bookingId: 'booking-1',
    lotId: null,
    receiptNumber: 7,
    createdAt: '2026-11-20T09:00:00Z',
    paidAt: '2026-11-20T09:01:00Z',
    ...overrides,
  }
}

export function aPayout(overrides: Partial<AdminPayout> = {}): AdminPayout {
  return {
    _id: 'payout-1',
    teacherId: 'teacher-1',
    teacherName: 'Nila Raman',
    currency: 'INR',
    amount: 2397.6,
    classes: 3,
    cutOff: '2026-11-14T18:30:00Z',
    state: 'prepared',
    accountNumberMasked: '•••• 1098',
    doubtfulCountry: null,
    reference: null,
    failure: null,
    createdAt: '2026-11-15T09:00:00Z',
    exportedAt: '2026-11-16T06:30:00Z',
    paidAt: null,
    ...overrides,
  }
}

export function aTeacherPart(overrides: Partial<AdminTeacherPart> = {}): AdminTeacherPart {
  return {
    status: 'approved',
    foundingTeacher: true,
    appliedAt: null,
    rejectionReason: null,
    inviteCode: 'TCH-PAD-2345',
    inrRate: 999,
    usdRate: 24.99,
    bio: '',
    experience: '',
    danceStyles: [],
    googleMeetLink: null,
    payout: { bankAccount: null, nextPayoutOn: null, owed: [], payouts: [] },
    ...overrides,
  }
}

export function somePersonDetails(overrides: Partial<AdminPersonDetails> = {}): AdminPersonDetails {
  return {
    person: aPerson(),
    student: {
      teacherId: 'teacher-1',
      teacherName: 'Padma Subramaniam',
      inviteCode: 'TCH-PAD-2345',
      location: 'India',
      currency: 'INR',
      joinedAt: '2026-10-12T09:00:00Z',
    },
    teacher: null,
    birthDate: null,
    ageBand: null,
    guardians: [],
    learners: [],
    credits: [aLot()],
    bookings: [aBooking()],
    orders: [anAdminOrder()],
    history: [],
    ...overrides,
  }
}

export function aMail(overrides: Partial<AdminJob> = {}): AdminJob {
  return {
    _id: 'mail-1',
    topic: 'booking_confirmed_student',
    subject: 'booking-1',
    state: 'done',
    attempts: 1,
    error: null,
    createdAt: '2026-11-20T09:00:00Z',
    runAt: '2026-11-20T09:00:00Z',
    finishedAt: '2026-11-20T09:00:05Z',
    ...overrides,
  }
}

export function someBookingDetails(overrides: Partial<AdminBookingDetails> = {}): AdminBookingDetails {
  return { booking: aBooking(), mails: [aMail()], history: [], ...overrides }
}

export function aRefund(overrides: Partial<AdminRefund> = {}): AdminRefund {
  return {
    _id: 'refund-1',
    orderId: 'order-1',
    bookingId: 'booking-1',
    amount: 1022.98,
    currency: 'INR',
    state: 'requested',
    reason: 'cancelled',
    bearer: null,
    voidedCredits: 0,
    providerRefundId: null,
    attempt: 1,
    error: null,
    createdAt: '2026-11-21T09:00:00Z',
    finishedAt: null,
    ...overrides,
  }
}

export function someOrderDetails(overrides: Partial<AdminOrderDetails> = {}): AdminOrderDetails {
  return {
    order: anAdminOrder(),
    noRefund: null,
    partialRefund: { refundable: 1022.98, shared: 1022.98, noRefund: null, noTeacherShare: null },
    payments: [
      {
        _id: 'payment-1',
        providerPaymentId: 'pay_Fx1',
        amount: 1022.98,
        currency: 'INR',
        state: 'captured',
        method: 'upi',
        disposition: 'applied',
        capturedAt: '2026-11-20T09:01:00Z',
      },
    ],
    refunds: [],
    history: [],
    ...overrides,
  }
}

export function somePreview(overrides: Partial<AdminSuspensionPreview> = {}): AdminSuspensionPreview {
  return {
    classes: 2,
    bookings: 3,
    paidWithCredits: 2,
    students: 3,
    unspentCredits: {
      students: 3,
      credits: 9,
      refundableCredits: 7,
      refundable: [{ amount: 7160.82, currency: 'INR' }],
      more: false,
    },
    ...overrides,
  }
}

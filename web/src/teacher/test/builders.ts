/** Test builders of the teacher area's API types. */
import type {
  Analytics,
  CalendarEvent,
  PaymentSettingsReply,
  PublishedClass,
  Statement,
  TeacherBooking,
  TeacherStudent,
  UserRecord,
} from '@/api/teacherTypes'
import { aBooking } from '@/test/builders'

export function anEvent(overrides: Partial<CalendarEvent> = {}): CalendarEvent {
  return {
    _id: 'slot-1',
    dateTime: '2026-11-23T10:00:00Z',
    endDateTime: '2026-11-23T11:00:00Z',
    classTypeKey: 'Private',
    isVirtualSlot: true,
    status: 'confirmed',
    googleMeetLink: 'https://meet.google.com/abc-defg-hij',
    capacity: 1,
    seatsTaken: 1,
    title: '',
    description: '',
    level: null,
    bookings: [
      {
        _id: 'booking-1',
        studentId: 'student-1',
        studentName: 'Meera Iyer',
        studentEmail: 'meera@example.com',
        studentTimeZone: 'America/New_York',
        bookingStatus: 'confirmed',
        noShow: false,
        earnings: { amount: 799.2, currency: 'INR', final: false },
      },
    ],
    ...overrides,
  }
}

export function aTaughtClass(overrides: Partial<TeacherBooking> = {}): TeacherBooking {
  return { ...aBooking(), earnings: { amount: 799.2, currency: 'INR', final: false }, ...overrides }
}

export function aStudent(overrides: Partial<TeacherStudent> = {}): TeacherStudent {
  return {
    _id: 'student-1',
    name: 'Meera Iyer',
    email: 'meera@example.com',
    timeZone: 'America/New_York',
    totalClasses: 12,
    upcomingClasses: 2,
    lastClass: '2026-11-16T10:00:00Z',
    nextClass: '2026-11-24T10:00:00Z',
    phone: '+1 212 555 0100',
    credits: 3,
    note: 'Practise the adavus.',
    joinedAt: '2026-01-10T09:00:00Z',
    ...overrides,
  }
}

export function aTeacher(overrides: Partial<UserRecord> = {}): UserRecord {
  return {
    _id: 't-1',
    name: 'Padma Subramaniam',
    email: 'padma@example.com',
    role: 'teacher',
    teacher: null,
    phone: '+91 98400 00000',
    bio: 'I have danced Bharatanatyam since I was five, and taught it for ten years.',
    danceStyles: ['Bharatanatyam'],
    referralCode: 'TCH-PAD-2345',
    teacherProfile: {
      experience: 'Ten years in Chennai',
      googleMeetLink: 'https://meet.google.com/abc-defg-hij',
    },
    createdAt: '2026-01-01T09:00:00Z',
    isApproved: true,
    isRejected: false,
    timeZone: 'Asia/Kolkata',
    currency: null,
    location: null,
    joinedAt: null,
    paymentSettings: { inrRate: 999, usdRate: 24.99 },
    teachingHours: 132,
    teacherSettings: {
      version: 5,
      foundingTeacher: true,
      showOnList: false,
      ratesLockedUntil: '2026-01-31T09:00:00Z',
      rateLockDaysLeft: null,
    },
    ...overrides,
  }
}

export function aPublishedClass(overrides: Partial<PublishedClass> = {}): PublishedClass {
  return {
    _id: 'p-1',
    dateTime: '2026-11-28T04:30:00Z',
    classTypeKey: 'Group',
    capacity: 10,
    seatsTaken: 0,
    creditCost: 1,
    title: '',
    description: '',
    level: null,
    students: [],
    ...overrides,
  }
}

export function somePaymentSettings(overrides: Partial<PaymentSettingsReply> = {}): PaymentSettingsReply {
  return {
    paymentSettings: {
      country: 'India',
      accountHolderName: 'Padma Subramaniam',
      bankName: 'HDFC Bank',
      accountNumberMasked: '•••• 1234',
      ifscCode: 'HDFC0001234',
      routingNumber: null,
      paymentCycle: 'Monthly',
    },
    success: true,
    inrRate: 999,
    usdRate: 24.99,
    ratesLockedUntil: '2026-01-31T09:00:00Z',
    rateLockDaysLeft: null,
    suggestedCountry: 'India',
    version: 2,
    ...overrides,
  }
}

export function someAnalytics(overrides: Partial<Analytics> = {}): Analytics {
  return {
    totalClasses: 14,
    indianClasses: 10,
    usClasses: 4,
    totalHours: 14,
    totalTeachingHours: 132,
    earnings: { indian: 8500, us: 85.5, total: 15_627.5, byCurrency: { INR: 8500, USD: 85.5 } },
    classByType: { private: 9, group: 3, duet: 2 },
    currency: 'INR',
    since: '2026-08',
    fxRate: 83.36,
    fxAsOf: '2026-11-01',
    months: [
      { month: '2026-10', classes: 20, earnings: 21_000 },
      { month: '2026-11', classes: 14, earnings: 15_627.5 },
    ],
    commission: {
      stage: 'tier',
      rate: 15,
      hoursTaught: 132,
      tierFrom: 51,
      tierTo: 200,
      nextRate: 10,
      launchEndsAt: null,
      progressPercent: 66,
    },
    ...overrides,
  }
}

export function aStatement(overrides: Partial<Statement> = {}): Statement {
  return {
    payout: {
      _id: 'payout-1',
      currency: 'INR',
      amount: 849.15,
      classes: 1,
      until: '2026-10-31T18:30:00Z',
      accountNumberMasked: '•••• 1234',
      createdAt: '2026-11-01T00:05:00Z',
      state: 'paid',
      paidAt: '2026-11-02T19:00:00Z',
      reference: 'UTR123',
      replacedBy: null,
    },
    teacher: { name: 'Padma Subramaniam', email: 'padma@example.com' },
    lines: [
      {
        bookingId: 'booking-1',
        dateTime: '2026-10-20T10:00:00Z',
        studentName: 'Meera Iyer',
        classTypeKey: 'Private',
        title: '',
        paidWith: 'credit',
        noShow: false,
        basePrice: 1099,
        discount: 100,
        refunded: 0,
        classPrice: 999,
        serviceFee: 0,
        providerFee: 23.98,
        commissionPercent: 15,
        commissionHours: 131,
        commission: 149.85,
        net: 849.15,
      },
    ],
    totals: {
      classPrice: 999,
      discount: 100,
      refunded: 0,
      serviceFee: 0,
      providerFee: 23.98,
      commission: 149.85,
      net: 849.15,
    },
    ...overrides,
  }
}

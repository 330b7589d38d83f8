/** Test data: slots, bookings and student profiles. */
import type { Booking, Slot, StudentProfile } from '@/api/types'

export function aSlot(overrides: Partial<Slot> = {}): Slot {
  return {
    _id: 'slot-1',
    dateTime: '2026-11-23T01:30:00Z',
    endDateTime: '2026-11-23T02:30:00Z',
    classTypeKey: 'Private',
    teacherId: 'teacher-1',
    teacherEmail: 'padma@example.com',
    creditCost: 1,
    isVirtualSlot: true,
    capacity: 1,
    seatsLeft: 1,
    title: '',
    description: '',
    level: null,
    heldUntil: null,
    orderId: null,
    ...overrides,
  }
}

export function aBooking(overrides: Partial<Booking> = {}): Booking {
  return {
    _id: 'booking-1',
    bookingId: 'TB-7K2M9Q',
    bookingCode: '4F2A-91C3',
    slotId: 'slot-1',
    dateTime: '2026-11-23T01:30:00Z',
    endDateTime: '2026-11-23T02:30:00Z',
    createdAt: '2026-11-20T09:00:00Z',
    googleMeetLink: 'https://meet.google.com/abc-defg-hij',
    creditsUsed: 1,
    bookingStatus: 'confirmed',
    noShow: false,
    paymentStatus: 'credit',
    studentId: 'student-1',
    studentName: 'Meera Iyer',
    studentEmail: 'meera@example.com',
    teacherId: 'teacher-1',
    teacherName: 'Guru Padma Subramaniam',
    teacherTimeZone: 'Asia/Kolkata',
    paymentAmount: 0,
    baseAmountPerClass: 999,
    currency: 'INR',
    isVirtualSlot: true,
    classTypeKey: 'Private',
    title: '',
    policy: null,
    orderId: null,
    charged: null,
    refund: null,
    cancelledAt: null,
    cancelledBy: null,
    cancellationReason: null,
    rescheduledFrom: null,
    ...overrides,
  }
}

export function aProfile(overrides: Partial<StudentProfile> = {}): StudentProfile {
  return {
    _id: 'student-1',
    classCredits: 4,
    classCreditsExpiry: '2026-12-20T09:00:00Z',
    currency: 'INR',
    phone: null,
    teacher: {
      _id: 'teacher-1',
      name: 'Guru Padma Subramaniam',
      email: 'padma@example.com',
      timeZone: 'Asia/Kolkata',
      danceStyles: ['Bharatanatyam'],
    },
    joinedAt: '2026-11-01T09:00:00Z',
    feeWaivedUntil: '2026-12-31T09:00:00Z',
    ...overrides,
  }
}

/** API types of the teacher area. Only `api/` imports `gen/`. */
import type { PublishClassRequest, PublishedClass } from './gen/types.gen'

/** A change of a published class includes its state when it was read (optimistic concurrency). */
export type ClassChange = PublishClassRequest & {
  expected: Pick<PublishedClass, 'dateTime' | 'capacity' | 'creditCost'>
}

export type {
  Analytics,
  AvailabilityReply,
  CalendarBooking,
  CalendarEvent,
  ClockNotice,
  Commission,
  PaymentSettings,
  PaymentSettingsReply,
  Payout,
  Payouts,
  PreviewAvailabilityReply,
  PublishClassRequest,
  PublishedClass,
  RemainingClasses,
  SaveAvailabilityRequest,
  Statement,
  StatementLine,
  StudentDetail,
  StudentNote,
  TeacherBooking,
  TeacherDraft,
  TeacherStudent,
  UpdatePaymentSettingsRequest,
  UserRecord,
} from './gen/types.gen'

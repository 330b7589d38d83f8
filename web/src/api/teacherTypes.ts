/** The shapes of the teacher's side of the API. Only `api/` touches `gen/`. */
import type { PublishClassRequest, PublishedClass } from './gen/types.gen'

/** A change of a published class always says how the class was when it was read. */
export type ClassChange = PublishClassRequest & {
  expected: Pick<PublishedClass, 'dateTime' | 'capacity' | 'creditCost'>
}

export type {
  Analytics,
  AvailabilityReply as TeacherAvailability,
  CalendarBooking,
  CalendarEvent,
  ClockNotice as ClockChange,
  Commission,
  OutsideClass as OutsideBooking,
  PaymentSettings as PaymentDetails,
  PaymentSettingsReply as PaymentSettings,
  Payout,
  Payouts,
  PreviewAvailabilityReply as AvailabilityPreview,
  PublishClassRequest as ClassInput,
  PublishedClass,
  Statement,
  StatementLine,
  StudentDetail,
  StudentNote as StudentNotes,
  TeacherBooking as TaughtClass,
  TeacherDraft,
  TeacherStudent as StudentRow,
  UpdatePaymentSettingsRequest as SavePaymentSettings,
  UserRecord as TeacherUser,
} from './gen/types.gen'

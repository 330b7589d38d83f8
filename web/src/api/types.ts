/** API types of the client. Only `api/` imports `gen/`. */
export type {
  AppConfig,
  Availability,
  AvailableSlots,
  Booking,
  BookWithCreditsRequest,
  CancellationPolicy,
  CancelReply,
  CreditEntry,
  CreditHistory,
  CreditLot,
  LoginReply,
  Order,
  OrderState,
  PaymentSuccessRequest,
  PaymentsConfig,
  Quote,
  QuoteRequest,
  Receipt,
  ReferralLine,
  Role,
  Slot,
  StudentProfile,
  TeacherPreview,
  UserRecord,
} from './gen/types.gen'

/** Number of classes in a package (SPEC §9). */
export type PackageSize = 4 | 8

/** The shapes of the API under the names that the rest of the client uses. Only `api/` touches `gen/`. */
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
  PaymentSuccessRequest as PaymentProof,
  PaymentsConfig,
  Quote,
  QuoteRequest,
  Receipt,
  ReferralLine as Referral,
  Role,
  Slot,
  StudentProfile,
  TeacherPreview,
} from './gen/types.gen'

/** How many classes a package holds (SPEC §9). */
export type PackageSize = 4 | 8

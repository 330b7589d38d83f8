/** The shapes of the API under the names that the rest of the client uses. Only `api/` touches `gen/`. */
export type {
  AppConfig,
  Availability,
  AvailableSlots,
  Booking,
  BookWithCreditsRequest,
  CreditEntry,
  CreditHistory,
  CreditLot,
  LoginReply,
  Role,
  SaveAvailabilityRequest,
  Slot,
  StudentProfile,
  TeacherPreview,
} from './gen/types.gen'

/** API types of the admin area. Only `api/` imports `gen/`. */
export type {
  Admin,
  AdminAvailableSlot,
  AdminLoginRequest,
  AdminMessage,
  AdminMessageDetails,
  AdminOverview,
  AuditLine,
  PendingHours,
  PendingTeacher,
  PendingTeachers,
  TeacherDecision,
} from './gen/types.gen'

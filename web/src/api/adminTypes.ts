/** API types of the admin area. Only `api/` imports `gen/`. */
export type {
  Admin,
  AdminLoginRequest,
  AdminMessage,
  AdminMessageDetails,
  AdminOverview,
  AuditLine,
  PendingTeacher,
  PendingTeachers,
  TeacherDecision,
} from './gen/types.gen'

/** The shapes of the back office's side of the API. Only `api/` touches `gen/`. */
export type {
  Admin,
  AdminLoginRequest as AdminCredentials,
  AdminMessage as SupportMessage,
  AdminMessageDetails as MessageDetails,
  AdminOverview as Overview,
  AuditLine,
  PendingTeacher,
  PendingTeachers,
} from './gen/types.gen'

/** API types of people, their classes and purchases, for administrators. Only `api/` imports `gen/`. */
export type {
  AdminBookingDetails,
  AdminHandOverPreview,
  AdminJob,
  AdminListedRefund,
  AdminLot,
  AdminOrder,
  AdminOrderDetails,
  AdminPayment,
  AdminPerson,
  AdminPersonDetails,
  AdminRefund,
  AdminStudentPart,
  AdminSuspensionPreview,
  AdminTeacherPart,
  AdminTeacherPayouts,
  AdminUnspentCredits,
} from './gen/types.gen'

/** API types of people, their classes and purchases, for administrators. Only `api/` imports `gen/`. */
export type {
  AdminBookingDetails,
  AdminJob,
  AdminLot,
  AdminOrder,
  AdminOrderDetails,
  AdminPayment,
  AdminPerson,
  AdminPersonDetails,
  AdminRefund,
  AdminStudentPart,
  AdminTeacherPart,
} from './gen/types.gen'

/** API types of people, their classes and purchases, for administrators. Only `api/` imports `gen/`. */
export type {
  AdminBookingDetails,
  AdminLot,
  AdminOrder,
  AdminOrderDetails,
  AdminPayment,
  AdminPerson,
  AdminPersonDetails,
  AdminRefund,
  AdminStudentPart,
  AdminTeacherPart,
  AdminWork,
} from './gen/types.gen'

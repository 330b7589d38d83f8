/** The shapes of people, their classes and their purchases, as administrators read them. Only `api/` touches `gen/`. */
export type {
  AdminBookingDetails as BookingDetails,
  AdminLot as Lot,
  AdminOrder as OrderRow,
  AdminOrderDetails as OrderDetails,
  AdminPayment as PaymentRow,
  AdminPerson as Person,
  AdminPersonDetails as PersonDetails,
  AdminRefund as RefundRow,
  AdminStudentPart as StudentPart,
  AdminTeacherPart as TeacherPart,
  AdminWork as MailRow,
} from './gen/types.gen'

/** Texts of suspending a person in the admin area. */
const classes = (count: number) => (count === 1 ? '1 upcoming class' : `${count} upcoming classes`)
const students = (count: number) => (count === 1 ? '1 student' : `${count} students`)
const credits = (count: number) => (count === 1 ? '1 credit' : `${count} credits`)
const bookings = (count: number) => (count === 1 ? '1 booking' : `${count} bookings`)

export const adminSuspensionCopy = {
  button: 'Suspend',
  title: (name: string) => `Suspend ${name}?`,
  studentText: 'They can’t sign in or book until you restore them. We’ll email them.',
  teacherText: 'They can no longer use Tala, and no new classes can be booked with them. We’ll email them.',
  done: 'Suspended',
  failed: 'We couldn’t suspend this person.',
  loading: 'Loading what this affects',
  loadFailed: 'We couldn’t load what this affects.',
  noClasses: 'No upcoming classes.',
  cancel: {
    label: (count: number) => `Cancel ${classes(count)}`,
    kept: 'If you don’t, the classes stay booked. You can cancel them later.',
    paid: (count: number) =>
      `${bookings(count)} paid with money: the full payment is refunded to the original payment method.`,
    credits: (count: number) => `${bookings(count)} paid with credits: the credits are given back.`,
    teacherMail: (count: number) => `We’ll email ${students(count)} and the teacher about each class.`,
    studentMail: 'We’ll email the student and the teacher about each class.',
  },
  credits: {
    label: (count: number, owners: number, more: boolean) =>
      `Unspent credits: ${more ? 'more than ' : ''}${credits(count)} of ${students(owners)}`,
    hint: (name: string) => `They can’t be spent while ${name} is suspended.`,
    fromClasses: 'The credits of cancelled classes are given back first.',
    keep: 'Keep them',
    keepText:
      'They stay valid until they expire. After five minutes we’ll email each student: support can move them to another teacher, or refund what they paid. For a refund, use “Refund unspent credits” on this page; to move all students, use “Hand over students”.',
    refund: 'Refund what was paid for them',
    refundText: (count: number, amount: string) =>
      `${amount} for ${credits(count)}, fees included, to the original payment methods. The credits are removed. We’ll email each student.`,
    ofClasses: 'Credits of the cancelled classes',
    refundReturned: 'What was paid for credits of cancelled classes is refunded as well.',
    refundNothing: 'Nothing was paid for them.',
    stay: (count: number) =>
      `${credits(count)} can’t be refunded, because they were given or replace a cancelled class. They stay valid.`,
    refunded: (count: number, amount: string) => `${credits(count)} refunded: ${amount}`,
    nothing: 'No credits were refunded',
  },
  refund: {
    button: 'Refund unspent credits',
    title: (name: string) => `Refund unspent credits with ${name}?`,
    confirm: 'Refund',
    failed: 'We couldn’t refund all credits. Please try again.',
    none: 'There are no unspent credits.',
  },
}

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
    kept: (count: number) =>
      `If you don’t, ${count === 1 ? 'the class stays booked. You can cancel it later.' : 'the classes stay booked. You can cancel them later.'}`,
    paid: (count: number) =>
      `${bookings(count)} paid with money: the full payment is refunded to the original payment method.`,
    credits: (count: number) => `${bookings(count)} paid with credits: the credits are given back.`,
    /** About each class, if there are several. */
    mail: (who: string, count: number) =>
      `We’ll email ${who} and the teacher${count === 1 ? '' : ' about each class'}.`,
    students,
    student: 'the student',
  },
  credits: {
    label: (count: number, owners: number, more: boolean) =>
      `Unspent credits: ${more ? 'more than ' : ''}${credits(count)} of ${students(owners)}`,
    hint: (name: string) => `They can’t be spent while ${name} is suspended.`,
    fromClasses: 'The credits of cancelled classes are given back first.',
    keep: 'Keep them',
    keepText:
      'They stay valid until they expire. We’ll email the students in five minutes. You can still refund the credits or hand over the students on this page.',
    refund: 'Refund what was paid for them',
    refundText: (count: number, amount: string) =>
      `${amount} for ${credits(count)}, fees included, to the original payment methods. The credits are removed. We’ll email each student.`,
    ofClasses: 'Credits of the cancelled classes',
    refundReturned: 'What was paid for credits of cancelled classes is refunded as well.',
    refundNothing: (count: number) =>
      count === 1
        ? 'Nothing can be refunded: the credit was free or replaces a cancelled class. It stays valid.'
        : `Nothing can be refunded: the ${count} credits were free or replace a cancelled class. They stay valid.`,
    stay: (count: number) =>
      count === 1
        ? '1 credit can’t be refunded, because it was free or replaces a cancelled class. It stays valid.'
        : `${count} credits can’t be refunded, because they were free or replace a cancelled class. They stay valid.`,
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

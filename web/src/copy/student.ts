import { registerCatalogue } from '@/lib/i18n'
import { createPluralizer } from './plural'

/** Texts of the student area. SPEC's texts are word for word. */

const plural = createPluralizer('en-IN')

export const studentCopy = registerCatalogue('student', {
  area: {
    teacherDefault: 'your teacher',
  },

  menu: {
    label: 'Student menu',
    dashboard: 'Dashboard',
    myClasses: 'My Classes',
    activeClasses: 'Active Classes',
    pastClasses: 'Past Classes',
    myCredits: 'My Credits',
    contactUs: 'Contact Us',
    terms: 'Terms & Conditions',
    myAccount: 'My Account',
    logout: 'Logout',
  },

  welcome: {
    greeting: (firstName: string) => (firstName ? `Namaste, ${firstName}` : 'Namaste'),
    learnWith: 'You learn with',
    inviteOnly: (product: string) =>
      `${product} is invite-only, and free of platform fees for your first two months.`,
    inviteOnlyPlain: (product: string) => `${product} is invite-only.`,
    feeWaivedUntil: (moment: string) => `For you that is until ${moment}.`,
    benefitsTitle: 'What you have here',
    benefits: [
      'Live video classes with a teacher who knows you',
      'Every free hour of your teacher, shown on your own clock',
      'One credit, one class: no subscription',
      'A confirmation e-mail and a calendar invitation for each class',
    ],
    nextClass: 'Your next class',
  },

  calendar: {
    label: 'Choose a date',
    freeDay: (day: string, count: number) => `${day}, ${plural(count, 'free class', 'free classes')}`,
    nextMonth: 'Next month',
    previousMonth: 'Previous month',
    weekdays: ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su'],
    legend: 'A dot marks a day with free classes.',
  },

  expiry: {
    alert: (days: number) => `Your class credits are expiring soon! You have ${days} days left.`,
    next: (moment: string) => `The next ones go on ${moment}.`,
  },

  slots: {
    title: 'Available Classes',
    yourClock: (zone: string) => `Times are on your clock (${zone}).`,
    bothClocks: (zone: string, city: string) =>
      `Times are on your clock (${zone}); below, your teacher’s (${city}).`,
    teacherClock: (time: string, city: string) => `${time} for your teacher (${city})`,
    teacherClockShort: (time: string, city: string) => `${time} ${city}`,
    teacherClockHidden: '(your teacher’s clock)',
    clockShift: (day: string, minutes: number) =>
      `Clocks change: from ${day}, classes at the same hour for your teacher are ${formatShift(minutes)} for you.`,
    cost: (credits: number) => plural(credits, 'credit', 'credits'),
    held: 'Held for you',
    checking: 'Payment being checked',
    seats: (count: number) => plural(count, 'seat left', 'seats left'),
    count: (count: number) => plural(count, 'free class', 'free classes'),
    emptyDayTitle: 'Try another date',
    emptyDayHint: 'Use the calendar',
    emptyMobileTitle: 'No available slots for this day',
    emptyMobileHint: 'Please select another date',
    noDateChosen: 'Please select a date from the calendar to see available slots',
    noneAtAll:
      'Your teacher has no free classes in the next four weeks. New times show up here by themselves.',
    loadFailed: 'Failed to load available slots',
    earlier: 'Earlier days',
    later: 'Later days',
    toNextFree: (day: string) => `Go to ${day}`,
    invalid: 'Invalid slot selection',
    none: 'Please select a class slot',
    loading: 'Loading available classes',
  },

  invite: {
    otherTeacher: (teacher: string) =>
      `That link belongs to ${teacher}, but you learn with another teacher here.`,
    unknown: (code: string) =>
      `We do not know the invite code ${code}. You see all classes of your own teacher.`,
    showAll: 'Show all my classes',
  },

  booking: {
    title: 'Book Your Class',
    name: 'Name',
    email: 'Email',
    phone: 'Phone',
    phoneHint: 'Optional. We keep it with this booking, for support.',
    date: 'Class Date',
    time: 'Class Time',
    type: 'Class Type',
    creditCost: 'Credit Cost',
    availableCredits: 'Available Credits',
    virtual: 'Virtual Class',
    yes: 'Yes',
    insufficient: 'Insufficient Credits',
    insufficientHelp: (cost: number, available: number) =>
      `This class costs ${plural(cost, 'credit', 'credits')} and you have ${available}. For credits, write to`,
    cancel: 'Cancel',
    close: 'Close',
    chooseAnother: 'Choose another time',
    confirm: (credits: number) => `Book with Credits (${credits} credits)`,
    retry: 'Try again',
    lost: 'We lost the connection before an answer came. Try again: if the class was booked already, it will not be booked twice.',
    unknown:
      'The server did not finish its answer. Try again: if the class was booked already, it will not be booked twice.',
    vanishedTitle: 'This class has just gone',
    vanished: 'Somebody was a moment faster, or your teacher took the hour back. Your credits are untouched.',
    failed: 'Failed to book class with credits',
    creditsUnread: 'We could not read your credits.',
  },

  confirmation: {
    title: 'Your class is booked',
    announce: (date: string, time: string) => `Your class on ${date} at ${time} is booked.`,
    name: 'Name',
    bookingId: 'Booking ID',
    copyId: ', copy the whole booking ID',
    idCopied: 'Booking ID copied',
    idCopyFailed: (id: string) => `Your browser did not let us copy. The booking ID is ${id}`,
    email: 'Email',
    date: 'Class Date',
    time: 'Class Time',
    teacher: 'Teacher',
    mailSent: (email: string) => `A confirmation was sent to ${email}.`,
    mailFailed:
      'Booking confirmed but confirmation email could not be sent. Please check your dashboard for booking details.',
    calendarFailed: 'Booking confirmed but calendar invitation could not be sent.',
    addToGoogle: 'Add to Google Calendar',
    addToOther: 'Add to another calendar',
    calendarTitle: (type: string, teacher: string) => `${type} dance class with ${teacher}`,
    calendarDetails: (code: string, link: string | null) =>
      `Booking ${code}.${link ? ` Join at ${link}` : ''}`,
    returning: (seconds: number) => `Back to your dashboard in ${seconds} s`,
    paused: 'Take your time; this stays while you are here.',
    stays: 'This page stays open.',
    stay: 'Stay here',
    dashboard: 'Back to Dashboard',
    viewClasses: 'See Active Classes',
  },

  classes: {
    activeTitle: 'Active Classes',
    pastTitle: 'Past Classes',
    activeEmpty: 'No active classes found',
    pastEmpty: 'No past classes found',
    activeEmptyHint: 'Pick a free hour on your dashboard, and it will stand here.',
    pastEmptyHint: 'Classes you have taken will gather here.',
    book: 'Book a class',
    loadFailed: 'We could not load your classes.',
    columns: {
      date: 'Class Date',
      time: 'Class Time',
      link: 'Meeting Link',
      cost: 'Credit Cost',
      status: 'Booking Status',
      booked: 'Booking Date',
    },
    join: 'Join Meeting',
    calendarFile: 'Add to calendar',
    calendarFileFailed: 'The class could not be read for your calendar. Please try again.',
    joinNamed: (date: string, time: string) => `, ${date} ${time}`,
    linkLater: 'Not set yet',
    linkPast: 'Class is over',
    linkCancelled: '–',
    status: { confirmed: 'Confirmed', completed: 'Completed', cancelled: 'Cancelled' },
    noShow: 'missed',
    loading: 'Loading your classes',
  },

  credits: {
    title: 'My Credits',
    remaining: (count: number) => `${count} Classes Remaining`,
    expiresOn: 'Expires on',
    /** If the credits expire on different days. */
    firstExpire: (count: number) => (count === 1 ? 'The first expires on' : `The first ${count} expire on`),
    none: 'You have no credits at the moment.',
    howToGet: 'To get more credits, write to',
    lotsTitle: 'Your credits, by expiry',
    lotsHint: 'Those that expire first are used first.',
    lotLeft: (remaining: number, total: number) => `${remaining} of ${total} left`,
    lotOrigin: { bought: 'Bought', granted: 'Gift', returned: 'Given back' },
    lotExpires: (moment: string) => `Expires on ${moment}`,
    lotTeacher: (name: string) => `for classes with ${name}`,
    historyTitle: 'Every credit, one by one',
    historyEmpty: 'Nothing has happened with credits yet.',
    historyEmptyHint: 'Each credit you get or use will be a line here.',
    columns: { when: 'When', what: 'What happened', change: 'Credits' },
    bought: (count: number) => `You bought ${plural(count, 'credit', 'credits')}.`,
    granted: (count: number, klass: string | null) =>
      klass
        ? `You were given ${plural(count, 'credit', 'credits')} in place of your class on ${klass}.`
        : `You were given ${plural(count, 'credit', 'credits')}.`,
    used: (count: number, klass: string | null) =>
      klass
        ? `${plural(count, 'credit', 'credits')} paid for your class on ${klass}.`
        : `${plural(count, 'credit', 'credits')} paid for a class.`,
    returned: (count: number, klass: string | null) =>
      klass
        ? `${plural(count, 'credit', 'credits')} came back from your class on ${klass}.`
        : `${plural(count, 'credit', 'credits')} came back to you.`,
    expired: (count: number) => `${plural(count, 'credit', 'credits')} ran out of time.`,
    refunded: (count: number) => `${plural(count, 'credit', 'credits')} given back for your money.`,
    loadFailed: 'We could not load your credits.',
    loading: 'Loading your credits',
  },

  contact: {
    title: 'Help & Support',
    teacherFirst: 'To reschedule or cancel a class, please contact your teacher first.',
    teacherFirstHint:
      'Your teacher knows the timetable and can answer soonest. Then move or cancel the class yourself under Active Classes.',
    writeTeacher: (name: string) => `Write to ${name}`,
    tabs: { contact: 'Contact Support', faqs: 'FAQs' },
    supportHint: 'We aim to answer within 24 hours, here or at',
    form: {
      type: 'What it is about',
      types: [
        { value: 'general', label: 'General question' },
        { value: 'booking', label: 'A class of mine' },
        { value: 'payment', label: 'Payment' },
        { value: 'account', label: 'My account' },
        { value: 'technical', label: 'Technical problem' },
        { value: 'other', label: 'Other' },
      ],
      subject: 'Subject',
      message: 'Message',
      send: 'Send message',
      sent: 'Your message has been sent! We will get back to you soon.',
      failed: 'Failed to send message. Please try again or email us directly.',
      errors: {
        type: 'Please select the type of help you need',
        subjectLong: 'Please use at most 200 characters',
        message: 'Please enter your message',
        messageLong: 'Please use at most 5000 characters',
      },
    },
    /** Shown instead of prices if payments are disabled. */
    buyFromSupport:
      'Credits come in packages of 4 classes, valid for 30 days, and 8 classes, valid for 60 days. Write to us to get one; your balance and every credit are listed under My Credits.',
    faqs: [
      {
        id: 'reschedule',
        question: 'How do I reschedule a class?',
        answer:
          'Contact your teacher as early as you can and agree on another time. Then choose Reschedule beside the class under Active Classes and pick that hour. It costs nothing and works until 12 hours before class.',
      },
      {
        id: 'cancel',
        question: 'How do I cancel a class?',
        answer:
          'Please give at least 24 hours’ notice: tell your teacher, then choose Cancel class beside it under Active Classes. Money goes back in full and a credit comes back as that credit. From 24 to 12 hours before class you get a credit. Within 12 hours of class time a class cannot be cancelled.',
      },
      {
        id: 'buy',
        question: 'How do I buy credits?',
        answer:
          'Credits come in packages of 4 classes, valid for 30 days, and 8 classes, valid for 60 days. Buy them under My Credits, where your balance, your payments and every credit are listed.',
      },
      {
        id: 'technical',
        question: 'What if I have technical issues?',
        answer:
          'Reload the page, check camera, microphone and connection, and open the meeting link again. If the video still fails, tell your teacher at once and then write to us with the booking ID.',
      },
      {
        id: 'teacher',
        question: 'Where do I find my teacher’s contact?',
        answer:
          'Your teacher’s name is on your dashboard and the e-mail address at the top of this page. It also stands in the confirmation e-mail of each class.',
      },
    ],
  },
} as const)

function formatShift(minutes: number): string {
  const size = Math.abs(minutes)
  const duration = size % 60 === 0 ? plural(size / 60, 'hour', 'hours') : plural(size, 'minute', 'minutes')
  return `${duration} ${minutes < 0 ? 'earlier' : 'later'}`
}

import { registerCatalogue } from '@/lib/i18n'
import { createPluralizer } from './plural'

/** Texts of the student area. SPEC's texts are word for word. */

const plural = createPluralizer('en-IN')

export const studentCopy = registerCatalogue('student', {
  area: { teacherDefault: 'your teacher' },
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
    inviteOnly: (product: string) => `${product} is invite-only.`,
    feeWaivedUntil: (day: string) => `No platform fee until ${day}.`,
    benefitsTitle: 'What’s included',
    benefits: [
      'Live video classes with a teacher who knows you',
      'Your teacher’s open times, shown in your time zone',
      'One credit, one class: no subscription',
      'A confirmation email and a calendar invitation for each class',
    ],
    nextClass: 'Your next class',
    credits: (count: number) => plural(count, 'credit', 'credits'),
  },

  calendar: {
    label: 'Choose a date',
    freeDay: (day: string, count: number) => `${day}, ${plural(count, 'time', 'times')} open`,
    nextMonth: 'Next month',
    previousMonth: 'Previous month',
    weekdays: ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su'],
    previousWeek: 'Previous week',
    nextWeek: 'Next week',
    legend: 'Dots mark days with open times.',
  },

  expiry: {
    book: 'Book a class',
    alert: (days: number) =>
      `Your class credits are expiring soon! You have ${days} ${days === 1 ? 'day' : 'days'} left.`,
    next: (expiring: number, all: number, day: string) =>
      expiring === all
        ? `${plural(expiring, 'credit expires', 'credits expire')} on ${day}.`
        : `${expiring} of your ${all} credits ${expiring === 1 ? 'expires' : 'expire'} on ${day}.`,
  },

  slots: {
    title: 'Available Classes',
    yourClock: (zone: string) => `Times shown in ${zone}.`,
    bothClocks: (zone: string) => `Times shown in ${zone}. Your teacher’s time is below each one.`,
    teacherClock: (time: string, city: string) => `${time} for your teacher (${city})`,
    teacherClockShort: (time: string, city: string) => `${time} ${city}`,
    teacherClockHidden: '(your teacher’s clock)',
    clockShift: (day: string, theirs: string, after: string, before: string) =>
      `Clocks change on ${day}: your teacher’s ${theirs} will be ${after} for you, not ${before}.`,
    cost: (credits: number) => plural(credits, 'credit', 'credits'),
    held: 'Held for you',
    checking: 'Payment being checked',
    seats: (count: number) => plural(count, 'seat left', 'seats left'),
    count: (count: number) => `${plural(count, 'time', 'times')} open`,
    emptyDayTitle: 'Try another date',
    emptyDayHint: 'Use the calendar',
    emptyMobileTitle: 'No available slots for this day',
    emptyMobileHint: 'Please select another date',
    noDateChosen: 'Please select a date from the calendar to see available slots',
    parts: { morning: 'Morning', afternoon: 'Afternoon', evening: 'Evening' },
    price: (price: string, credits: number) =>
      `${price} a class, fees included, or ${plural(credits, 'credit', 'credits')}`,
    windowEnd: (day: string) => `You can book classes up to ${day}.`,
    suspended: {
      title: (firstName: string) => `${firstName} is not taking bookings at the moment.`,
      text: 'Your credits are safe.',
      action: 'Contact support',
    },
    noneAtAll: 'Your teacher has no open times in the next four weeks. New times show up here automatically.',
    loadFailed: 'Failed to load available slots',
    earlier: 'Earlier days',
    later: 'Later days',
    toNextFree: (day: string) => `Go to ${day}`,
    invalid: 'Invalid slot selection',
    none: 'Please select a class slot',
    loading: 'Loading available classes',
  },

  invite: {
    otherTeacher: (teacher: string) => `That link is for ${teacher}, but you learn with another teacher.`,
    unknown: (code: string) =>
      `We couldn’t find the invite code ${code}. These are your own teacher’s classes.`,
    showAll: 'Show all my classes',
  },

  booking: {
    title: 'Book Your Class',
    name: 'Name',
    email: 'Email',
    phone: 'Phone',
    phoneHint: 'Optional. Only used if we need to reach you about this class.',
    phoneInvalid: 'Please enter a valid phone number, or leave it empty',
    teacher: 'Teacher',
    date: 'Class Date',
    time: 'Class Time',
    type: 'Class Type',
    creditCost: 'Credit Cost',
    availableCredits: 'Available Credits',
    virtual: 'Virtual Class',
    yes: 'Yes',
    insufficient: 'Insufficient Credits',
    insufficientHelp: (cost: number, available: number) =>
      `This class costs ${plural(cost, 'credit', 'credits')} and you have ${available}. To get credits, email`,
    cancel: 'Cancel',
    close: 'Close',
    chooseAnother: 'Choose another time',
    confirm: (credits: number) => `Book with Credits (${plural(credits, 'credit', 'credits')})`,
    retry: 'Try again',
    lost: 'We lost the connection. Try again: if the class is already booked, it won’t be booked twice.',
    unknown:
      'Something went wrong on our side. Try again: if the class is already booked, it won’t be booked twice.',
    vanishedTitle: 'This time is no longer open',
    vanished: 'Someone else booked it, or your teacher removed it. You keep your credits.',
    failed: 'Failed to book class with credits',
    creditsUnread: 'We couldn’t load your credits.',
  },

  confirmation: {
    title: 'Your class is booked',
    announce: (date: string, time: string) => `Your class on ${date} at ${time} is booked.`,
    name: 'Name',
    bookingId: 'Booking ID',
    copyId: ', copy the whole booking ID',
    idCopied: 'Booking ID copied',
    idCopyFailed: (id: string) => `Your browser blocked copying. The booking ID is ${id}`,
    email: 'Email',
    date: 'Class Date',
    time: 'Class Time',
    teacher: 'Teacher',
    mailSent: (email: string) => `We’ve emailed a confirmation to ${email}.`,
    mailFailed:
      'Booking confirmed but confirmation email could not be sent. Please check your dashboard for booking details.',
    calendarFailed: 'Booking confirmed but calendar invitation could not be sent.',
    addToGoogle: 'Add to Google Calendar',
    addToOther: 'Add to another calendar',
    calendarTitle: (type: string, teacher: string) => `${type} dance class with ${teacher}`,
    calendarDetails: (code: string, link: string | null) =>
      `Booking ${code}.${link ? ` Join at ${link}` : ''}`,
    returning: (seconds: number) => `Back to your dashboard in ${seconds} s`,
    paused: 'Take your time. This stays open while you’re here.',
    stays: 'This page stays open.',
    stay: 'Stay here',
    dashboard: 'Back to Dashboard',
    viewClasses: 'See Active Classes',
    sameTimeNextWeek: 'Book the same time next week',
  },

  classes: {
    activeTitle: 'Active Classes',
    pastTitle: 'Past Classes',
    activeEmpty: 'No active classes found',
    pastEmpty: 'No past classes found',
    activeEmptyHint: 'Book a class and it will show up here.',
    pastEmptyHint: 'Your finished classes will appear here.',
    book: 'Book a class',
    loadFailed: 'We couldn’t load your classes.',
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
    calendarFileFailed: 'We couldn’t create the calendar file. Please try again.',
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
    remaining: (count: number) => `${count} ${count === 1 ? 'Class' : 'Classes'} Remaining`,
    expiresOn: 'Expires on',
    /** If the credits expire on different days. */
    firstExpire: (count: number) => (count === 1 ? 'The first expires on' : `The first ${count} expire on`),
    none: 'You have no credits.',
    howToGet: 'To get more credits, email',
    purchased: 'Your credits are ready to use.',
    bookFirst: 'Book your first class',
    lotsTitle: 'Your credits, by expiry',
    lotsHint: 'Credits that expire first are used first.',
    lotLeft: (remaining: number, total: number) => `${remaining} of ${total} left`,
    lotOrigin: { bought: 'Bought', granted: 'Gift', returned: 'Returned' },
    lotExpires: (moment: string) => `Expires on ${moment}`,
    lotTeacher: (name: string) => `for classes with ${name}`,
    historyTitle: 'Credit history',
    historyEmpty: 'No credit history yet.',
    historyEmptyHint: 'Credits you get and use will appear here.',
    columns: { when: 'When', what: 'What happened', change: 'Credits' },
    bought: (count: number) => `${plural(count, 'credit', 'credits')} bought`,
    granted: (count: number, klass: string | null) =>
      klass
        ? `${plural(count, 'credit', 'credits')} received instead of a refund: class on ${klass}`
        : `${plural(count, 'credit', 'credits')} received`,
    used: (count: number, klass: string | null) =>
      klass
        ? `${plural(count, 'credit', 'credits')} used: class on ${klass}`
        : `${plural(count, 'credit', 'credits')} used`,
    returned: (count: number, klass: string | null) =>
      klass
        ? `${plural(count, 'credit', 'credits')} returned: class on ${klass}`
        : `${plural(count, 'credit', 'credits')} returned`,
    expired: (count: number) => `${plural(count, 'credit', 'credits')} expired`,
    refunded: (count: number) => `${plural(count, 'credit', 'credits')} refunded`,
    loadFailed: 'We couldn’t load your credits.',
    loading: 'Loading your credits',
  },

  contact: {
    title: 'Help & Support',
    teacherFirst: 'To reschedule or cancel a class, please contact your teacher first.',
    teacherFirstHint: 'You can then move or cancel it under Active Classes.',
    writeTeacher: (name: string) => `Email ${name}`,
    tabs: { contact: 'Contact Support', faqs: 'FAQs' },
    supportHint: 'We aim to reply within 24 hours. You can also email',
    form: {
      type: 'Topic',
      types: [
        { value: 'general', label: 'General question' },
        { value: 'booking', label: 'One of my classes' },
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
      'Credits come in packages of 4 classes, valid for 30 days, and 8 classes, valid for 60 days. Email us to get one. Your balance and credit history are under My Credits.',
    faqs: [
      {
        id: 'reschedule',
        question: 'How do I reschedule a class?',
        answer:
          'Contact your teacher as early as you can and agree on another time. Then choose Reschedule beside the class under Active Classes and pick that time. It’s free until 12 hours before class.',
      },
      {
        id: 'cancel',
        question: 'How do I cancel a class?',
        answer:
          'Please give at least 24 hours’ notice: tell your teacher, then choose Cancel class beside it under Active Classes. You get a full refund, or your credit back. From 24 to 12 hours before class you get a credit. Within 12 hours of class time a class can’t be cancelled.',
      },
      {
        id: 'buy',
        question: 'How do I buy credits?',
        answer:
          'Credits come in packages of 4 classes, valid for 30 days, and 8 classes, valid for 60 days. Buy them under My Credits, where you also find your balance, payments and credit history.',
      },
      {
        id: 'technical',
        question: 'What if I have technical issues?',
        answer:
          'Reload the page, check camera, microphone and connection, and open the meeting link again. If the video still fails, tell your teacher and then email us the booking ID.',
      },
      {
        id: 'teacher',
        question: 'Where do I find my teacher’s contact?',
        answer:
          'Your teacher’s name is on your dashboard, and the email address is at the top of this page. It’s also in every confirmation email.',
      },
    ],
  },
} as const)

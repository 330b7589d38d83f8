import { msg, plural, t } from '@lingui/core/macro'
import { defineTexts } from '@/lib/i18n'

/** Texts of the student area. SPEC's texts are word for word. */

export const studentCopy = defineTexts({
  area: { teacherDefault: msg`your teacher` },
  signedOut: msg`You were signed out. Nothing was charged.`,
  menu: {
    label: msg`Student menu`,
    dashboard: msg`Dashboard`,
    myClasses: msg`My Classes`,
    activeClasses: msg`Active Classes`,
    pastClasses: msg`Past Classes`,
    myCredits: msg`My Credits`,
    contactUs: msg`Contact Us`,
    terms: msg`Terms & Conditions`,
    myAccount: msg`My Account`,
    logout: msg`Logout`,
  },

  welcome: {
    greeting: (firstName: string) => (firstName ? t`Namaste, ${firstName}` : t`Namaste`),
    learnWith: msg`You learn with`,
    inviteOnly: (product: string) => t`${product} is invite-only.`,
    feeWaivedUntil: (day: string) => t`No platform fee until ${day}.`,
    benefitsTitle: msg`What’s included`,
    benefits: [
      msg`Live video classes with a teacher who knows you`,
      msg`Your teacher’s open times, shown in your time zone`,
      msg`One credit, one class: no subscription`,
      msg`A confirmation email and a calendar invitation for each class`,
    ],
    nextClass: msg`Your next class`,
    credits: (count: number) => plural(count, { one: '# credit', other: '# credits' }),
  },

  calendar: {
    label: msg`Choose a date`,
    freeDay: (day: string, count: number) =>
      t`${day}, ${plural(count, { one: '# open time', other: '# open times' })}`,
    nextMonth: msg`Next month`,
    previousMonth: msg`Previous month`,
    weekdays: [msg`Mo`, msg`Tu`, msg`We`, msg`Th`, msg`Fr`, msg`Sa`, msg`Su`],
    previousWeek: msg`Previous week`,
    nextWeek: msg`Next week`,
    legend: msg`Dots mark days with open times.`,
  },

  expiry: {
    book: msg`Book a class`,
    alert: (days: number) =>
      t`Your class credits are expiring soon! You have ${days} ${plural(days, { one: 'day', other: 'days' })} left.`,
    next: (expiring: number, all: number, day: string) =>
      expiring === all
        ? t`${plural(expiring, { one: '# credit expires', other: '# credits expire' })} on ${day}.`
        : t`${expiring} of your ${all} credits ${plural(expiring, { one: 'expires', other: 'expire' })} on ${day}.`,
  },

  slots: {
    title: msg`Available Classes`,
    yourClock: (zone: string) => t`Times shown in ${zone}.`,
    bothClocks: (zone: string) => t`Times shown in ${zone}. Your teacher’s time is below each one.`,
    teacherClock: (time: string, city: string) => t`${time} for your teacher (${city})`,
    teacherClockShort: (time: string, city: string) => t`${time} ${city}`,
    teacherClockHidden: msg`(your teacher’s clock)`,
    clockShift: (day: string, theirs: string, after: string, before: string) =>
      t`Clocks change on ${day}: your teacher’s ${theirs} will be ${after} for you, not ${before}.`,
    cost: (credits: number) => plural(credits, { one: '# credit', other: '# credits' }),
    held: msg`Held for you`,
    checking: msg`Payment being checked`,
    seats: (count: number) => plural(count, { one: '# seat left', other: '# seats left' }),
    count: (count: number) => plural(count, { one: '# open time', other: '# open times' }),
    emptyDayTitle: msg`Try another date`,
    emptyDayHint: msg`Use the calendar`,
    emptyMobileTitle: msg`No available slots for this day`,
    emptyMobileHint: msg`Please select another date`,
    noDateChosen: msg`Please select a date from the calendar to see available slots`,
    parts: {
      earlyMorning: msg`Early morning`,
      morning: msg`Morning`,
      afternoon: msg`Afternoon`,
      evening: msg`Evening`,
    },
    price: (price: string, credits: number) =>
      t`${price} a class, fees included, or ${plural(credits, { one: '# credit', other: '# credits' })}`,
    windowEnd: (day: string) => t`You can book classes up to ${day}.`,
    suspended: {
      title: (firstName: string) => t`${firstName} is not taking bookings at the moment.`,
      text: msg`Your credits are safe.`,
      action: msg`Contact support`,
    },
    noneAtAll: msg`Your teacher has no open times in the next four weeks. New times show up here automatically.`,
    loadFailed: msg`Failed to load available slots`,
    earlier: msg`Earlier days`,
    later: msg`Later days`,
    toNextFree: (day: string) => t`Go to ${day}`,
    invalid: msg`Invalid slot selection`,
    none: msg`Please select a class slot`,
    loading: msg`Loading available classes`,
  },

  booking: {
    title: msg`Book Your Class`,
    name: msg`Name`,
    email: msg`Email`,
    phone: msg`Phone`,
    phoneHint: msg`Optional. Your teacher sees it and can call or message you about your classes.`,
    phoneInvalid: msg`Please enter a valid phone number, or leave it empty`,
    teacher: msg`Teacher`,
    date: msg`Class Date`,
    time: msg`Class Time`,
    type: msg`Class Type`,
    creditCost: msg`Credit Cost`,
    availableCredits: msg`Available Credits`,
    virtual: msg`Virtual Class`,
    yes: msg`Yes`,
    insufficient: msg`Insufficient Credits`,
    /** A sentence, before the ways to pay. */
    insufficientSentence: msg`Insufficient Credits.`,
    insufficientHelp: (cost: number, available: number) =>
      t`This class costs ${plural(cost, { one: '# credit', other: '# credits' })} and you have ${available}. To get credits, email`,
    cancel: msg`Cancel`,
    close: msg`Close`,
    chooseAnother: msg`Choose another time`,
    confirm: (credits: number) =>
      t`Book with Credits (${plural(credits, { one: '# credit', other: '# credits' })})`,
    retry: msg`Try again`,
    lost: msg`We lost the connection. Try again: if the class is already booked, it won’t be booked twice.`,
    unknown: msg`Something went wrong on our side. Try again: if the class is already booked, it won’t be booked twice.`,
    vanishedTitle: msg`This time is no longer open`,
    vanished: msg`Someone else booked it, or your teacher removed it. You keep your credits.`,
    failed: msg`Failed to book class with credits`,
    creditsUnread: msg`We couldn’t load your credits.`,
  },

  confirmation: {
    title: msg`Your class is booked`,
    announce: (date: string, time: string) => t`Your class on ${date} at ${time} is booked.`,
    name: msg`Name`,
    bookingCode: msg`Booking code`,
    copyCode: msg`, copy the booking code`,
    codeCopied: msg`Booking code copied`,
    codeCopyFailed: (code: string) => t`Your browser blocked copying. The booking code is ${code}`,
    email: msg`Email`,
    class: msg`Class`,
    date: msg`Class Date`,
    time: msg`Class Time`,
    teacher: msg`Teacher`,
    paid: msg`Amount paid`,
    credits: (count: number) => plural(count, { one: '# credit', other: '# credits' }),
    mailSent: (email: string) => t`We’ve emailed a confirmation to ${email}.`,
    mailFailed: msg`Booking confirmed but confirmation email could not be sent. Please check your dashboard for booking details.`,
    calendarFailed: msg`Booking confirmed but calendar invitation could not be sent.`,
    addToGoogle: msg`Add to Google Calendar`,
    addToOther: msg`Add to another calendar`,
    returning: (seconds: number) => t`Back to your dashboard in ${seconds} s`,
    paused: msg`Take your time. This stays open while you’re here.`,
    stays: msg`This page stays open.`,
    stay: msg`Stay here`,
    dashboard: msg`Back to Dashboard`,
    viewClasses: msg`See Active Classes`,
    sameTimeNextWeek: msg`Book the same time next week`,
  },

  classes: {
    activeTitle: msg`Active Classes`,
    pastTitle: msg`Past Classes`,
    activeEmpty: msg`No active classes found`,
    pastEmpty: msg`No past classes found`,
    activeEmptyHint: msg`Book a class and it will show up here.`,
    pastEmptyHint: msg`Your finished classes will appear here.`,
    book: msg`Book a class`,
    loadFailed: msg`We couldn’t load your classes.`,
    columns: {
      date: msg`Class Date`,
      time: msg`Class Time`,
      link: msg`Meeting Link`,
      cost: msg({ context: 'student.classes.columns', message: 'Credit Cost' }),
      status: msg`Booking Status`,
      booked: msg`Booking Date`,
      code: (code: string) => t`Booking code ${code}`,
    },
    join: msg`Join Meeting`,
    calendarFile: msg`Add to calendar`,
    calendarFileFailed: msg`We couldn’t create the calendar file. Please try again.`,
    joinNamed: (date: string, time: string) => t`, ${date} ${time}`,
    linkLater: msg`Not set yet`,
    linkPast: msg`Class is over`,
    linkCancelled: '–',
    status: { confirmed: msg`Confirmed`, completed: msg`Completed`, cancelled: msg`Cancelled` },
    noShow: msg`missed`,
    loading: msg`Loading your classes`,
  },

  credits: {
    title: msg`My Credits`,
    remaining: (count: number) => t`${count} ${plural(count, { one: 'Class', other: 'Classes' })} Remaining`,
    expiresOn: msg`Expires on`,
    /** If the credits expire on different days. */
    firstExpire: (count: number) =>
      plural(count, { one: 'The first expires on', other: 'The first # expire on' }),
    none: msg`You have no credits.`,
    howToGet: msg`To get more credits, email`,
    purchased: msg`Your credits are ready to use.`,
    book: msg`Book a class`,
    lotsTitle: msg`Your credits, by expiry`,
    lotsHint: msg`Credits that expire first are used first.`,
    lotLeft: (remaining: number, total: number) => t`${remaining} of ${total} left`,
    lotOrigin: { bought: msg`Bought`, granted: msg`Gift`, returned: msg`Returned` },
    lotExpires: (moment: string) => t`Expires on ${moment}`,
    lotTeacher: (name: string) => t`for classes with ${name}`,
    historyTitle: msg`Credit history`,
    historyEmpty: msg`No credit history yet.`,
    historyEmptyHint: msg`Credits you get and use will appear here.`,
    columns: { when: msg`When`, what: msg`What happened`, change: msg`Credits` },
    bought: (count: number) => t`${plural(count, { one: '# credit', other: '# credits' })} bought`,
    granted: (count: number, klass: string | null) =>
      klass
        ? t`${plural(count, { one: '# credit', other: '# credits' })} received instead of a refund: class on ${klass}`
        : t`${plural(count, { one: '# credit', other: '# credits' })} received`,
    used: (count: number, klass: string | null) =>
      klass
        ? t`${plural(count, { one: '# credit', other: '# credits' })} used: class on ${klass}`
        : t`${plural(count, { one: '# credit', other: '# credits' })} used`,
    returned: (count: number, klass: string | null) =>
      klass
        ? t`${plural(count, { one: '# credit', other: '# credits' })} returned: class on ${klass}`
        : t`${plural(count, { one: '# credit', other: '# credits' })} returned`,
    expired: (count: number) => t`${plural(count, { one: '# credit', other: '# credits' })} expired`,
    refunded: (count: number) => t`${plural(count, { one: '# credit', other: '# credits' })} refunded`,
    loadFailed: msg({ context: 'student.credits', message: 'We couldn’t load your credits.' }),
    loading: msg`Loading your credits`,
  },

  contact: {
    title: msg`Help & Support`,
    teacherFirst: msg`Need to move or cancel a class? Do it yourself under Active Classes.`,
    teacherFirstHint: msg`Your teacher gets an email right away. Want to add a note?`,
    writeTeacher: (name: string) => t`Email ${name}`,
    tabs: { contact: msg({ context: 'student.contact.tabs', message: 'Contact Support' }), faqs: msg`FAQs` },
    supportHint: msg`We aim to reply within 24 hours. You can also email`,
    form: {
      type: msg`Topic`,
      types: [
        { value: 'general', label: msg`General question` },
        { value: 'booking', label: msg`One of my classes` },
        { value: 'payment', label: msg`Payment` },
        { value: 'account', label: msg`My account` },
        { value: 'technical', label: msg`Technical problem` },
        { value: 'other', label: msg({ context: 'student.contact.form.types', message: 'Other' }) },
      ],
      subject: msg`Subject`,
      message: msg`Message`,
      send: msg`Send message`,
      sent: msg`Your message has been sent! We will get back to you soon.`,
      failed: msg`Failed to send message. Please try again or email us directly.`,
      errors: {
        type: msg`Please select the type of help you need`,
        subjectLong: msg`Please use at most 200 characters`,
        message: msg`Please enter your message`,
        messageLong: msg`Please use at most 5000 characters`,
      },
    },
    /** Shown instead of prices if payments are disabled. */
    buyFromSupport: msg`Credits come in packages of 4 classes, valid for 30 days, and 8 classes, valid for 60 days. Email us to get one. Your balance and credit history are under My Credits.`,
    faqs: [
      {
        id: 'reschedule',
        question: msg`How do I reschedule a class?`,
        answer: msg`Contact your teacher as early as you can and agree on another time. Then choose Reschedule beside the class under Active Classes and pick that time. It’s free until 12 hours before class.`,
      },
      {
        id: 'cancel',
        question: msg`How do I cancel a class?`,
        answer: msg`Choose Cancel class beside it under Active Classes; your teacher gets an email. With at least 24 hours’ notice you get a full refund, or your credit back. From 24 to 12 hours before class you get a credit. Within 12 hours of class time a class can’t be cancelled.`,
      },
      {
        id: 'buy',
        question: msg`How do I buy credits?`,
        answer: msg`Credits come in packages of 4 classes, valid for 30 days, and 8 classes, valid for 60 days. Buy them under My Credits, where you also find your balance, payments and credit history.`,
      },
      {
        id: 'technical',
        question: msg`What if I have technical issues?`,
        answer: msg`Reload the page, check camera, microphone and connection, and open the meeting link again. If the video still fails, tell your teacher and then email us the booking code.`,
      },
      {
        id: 'teacher',
        question: msg`Where do I find my teacher’s contact?`,
        answer: msg`Your teacher’s name is on your dashboard, and the email address is at the top of this page. It’s also in every confirmation email.`,
      },
    ],
  },
})

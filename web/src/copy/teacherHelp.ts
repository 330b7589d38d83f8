/** Texts of the teacher's Help section. SPEC's texts are word for word. */
export const teacherHelpCopy = {
  title: 'Help',
  lead: 'We aim to answer within 24 hours.',
  tabs: { contact: 'Contact Support', faqs: 'FAQs', feed: 'Calendar feed' },
  type: 'Message type',
  types: [
    { value: 'general', label: 'General question' },
    { value: 'technical', label: 'Technical problem' },
    { value: 'payment', label: 'Payment' },
    { value: 'reschedule', label: 'Reschedule a class' },
    { value: 'student_issue', label: 'Problem with a student' },
    { value: 'feature_request', label: 'Feature request' },
    { value: 'other', label: 'Other' },
  ],
  student: 'Student',
  studentHint: 'Type to search.',
  noStudents: 'No student found',
  original: 'Original class time',
  preferred: 'Preferred new time',
  clock: (zone: string) => `Times in ${zone}.`,
  subject: 'Subject',
  message: 'Message',
  send: 'Send message',
  sent: "Your message has been sent! We'll respond shortly.",
  failed: 'Failed to send message. Please try again later.',
  errors: {
    type: 'Please select the type of help you need',
    student: 'Please select a student',
    original: 'Please specify the original class time',
    preferred: 'Please specify the preferred new time',
    past: 'Please choose a time in the future',
    subjectLong: 'Please use at most 200 characters',
    message: 'Please enter your message',
    messageLong: 'Please use at most 5000 characters',
  },
  faqs: [
    {
      id: 'reschedule',
      question: 'How do I reschedule a class?',
      answer:
        'Write to support with the message type "Reschedule a class". Name the student, the class and the time you would prefer. Students can also reschedule a class themselves until 12 hours before it.',
    },
    {
      id: 'no-show',
      question: 'What if a student does not come?',
      answer:
        'A no-show still counts as complete, and you are paid for it. Mark it in the class’s details, from the start of the class until 7 days after.',
    },
    {
      id: 'availability',
      question: 'What happens to bookings when I change my availability?',
      answer: 'Changes affect future bookings only. Booked classes stay as they are.',
    },
    {
      id: 'payouts',
      question: 'When am I paid?',
      answer:
        'Payouts are made on the 1st and 15th of each month, or on the 1st only if you have chosen the monthly cycle, for the classes completed before that day.',
    },
    {
      id: 'found',
      question: 'How do students find me?',
      answer:
        'With your invite code. Share the code or your invite link from the dashboard. Students who join with it can see and book your open hours.',
    },
  ],
} as const

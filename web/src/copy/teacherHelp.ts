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
    { value: 'feature_request', label: 'Wish for a feature' },
    { value: 'other', label: 'Other' },
  ],
  student: 'Student',
  studentHint: 'Type to search.',
  noStudents: 'No student found',
  original: 'Original class time',
  preferred: 'Preferred new time',
  clock: (zone: string) => `On your clock (${zone}).`,
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
        'Write to support with the message type "Reschedule a class": name the student, the class and the time you would prefer. Students can also move a class themselves until 12 hours before it.',
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
      answer: 'Changes affect future bookings only. Classes that are booked already stand.',
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
        'By your teacher code. Share it or your invitation link from the dashboard: who joins with it becomes your student and sees your free hours.',
    },
  ],
} as const

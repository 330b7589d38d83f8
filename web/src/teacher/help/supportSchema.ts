import type { StudentRow } from '@/api/teacherTypes'
import { teacherHelpCopy } from '@/copy/teacherHelp'
import { letterCount } from '@/lib/letters'
import { clock, epochMs } from '@/lib/time'
import { instantAt } from '@/lib/wall'
import type { Person } from '@/session/session'

const { errors } = teacherHelpCopy
const MOST_SUBJECT = 200
const MOST_MESSAGE = 5000

export interface SupportValues {
  messageType: string
  student: StudentRow | null
  /** `2026-11-23T07:00`, on the clock of this browser. */
  original: string
  preferred: string
  subject: string
  message: string
}

export const emptyMessage: SupportValues = {
  messageType: '',
  student: null,
  original: '',
  preferred: '',
  subject: '',
  message: '',
}

/** Messages that are about one student (SPEC §5). */
export function needsStudent(messageType: string): boolean {
  return messageType === 'reschedule' || messageType === 'student_issue'
}

export function supportErrors(values: SupportValues, zone: string): Record<string, string> {
  const found: Record<string, string> = {}
  if (!values.messageType) found.messageType = errors.type
  if (needsStudent(values.messageType) && !values.student) found.student = errors.student
  if (values.messageType === 'reschedule') {
    if (!instantAt(values.original, zone)) found.original = errors.original
    const preferred = instantAt(values.preferred, zone)
    if (!preferred) found.preferred = errors.preferred
    else if (epochMs(preferred) <= clock.now()) found.preferred = errors.past
  }
  if (letterCount(values.subject) > MOST_SUBJECT) found.subject = errors.subjectLong
  if (!values.message.trim()) found.message = errors.message
  else if (letterCount(values.message) > MOST_MESSAGE) found.message = errors.messageLong
  return found
}

/** The body of SPEC §3. A message without a subject gets one from the server, after its type. */
export function toMessage(values: SupportValues, person: Person, zone: string) {
  const { messageType, student } = values
  return {
    from: person.email,
    name: person.name,
    subject: values.subject.trim(),
    message: values.message.trim(),
    teacherId: person.id,
    messageType,
    ...(needsStudent(messageType) && student
      ? { studentInfo: { id: student._id, name: student.name, email: student.email ?? '' } }
      : {}),
    ...(messageType === 'reschedule'
      ? {
          reschedulingInfo: {
            originalDateTime: instantAt(values.original, zone) ?? '',
            newDateTime: instantAt(values.preferred, zone) ?? '',
          },
        }
      : {}),
    hasAttachments: false,
  }
}

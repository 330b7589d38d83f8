import type { StudentRow } from '@/api/teacherTypes'
import { teacherHelpCopy } from '@/copy/teacherHelp'
import { clock, epochMs } from '@/lib/time'
import { instantAt } from '@/lib/wall'
import type { Person } from '@/session/session'
import type { MessageValues } from '@/support/MessageForm'

const { errors } = teacherHelpCopy

export interface SupportValues extends MessageValues {
  student: StudentRow | null
  /** `2026-11-23T07:00`, on the clock of this browser. */
  original: string
  preferred: string
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

/** What is wrong with the fields that a student's message has not. */
export function supportErrors(values: SupportValues, zone: string): Record<string, string> {
  const found: Record<string, string> = {}
  if (needsStudent(values.messageType) && !values.student) found.student = errors.student
  if (values.messageType === 'reschedule') {
    if (!instantAt(values.original, zone)) found.original = errors.original
    const preferred = instantAt(values.preferred, zone)
    if (!preferred) found.preferred = errors.preferred
    else if (epochMs(preferred) <= clock.now()) found.preferred = errors.past
  }
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

import type { TeacherStudent } from '@/api/teacherTypes'
import { teacherHelpCopy } from '@/copy/teacherHelp'
import { clock } from '@/lib/clock'
import { toInstant } from '@/lib/localDateTime'
import { epochMs } from '@/lib/time'
import type { Person } from '@/session/session'
import type { MessageValues } from '@/support/MessageForm'

const { errors } = teacherHelpCopy

export interface SupportValues extends MessageValues {
  student: TeacherStudent | null
  /** `2026-11-23T07:00` in the browser's zone. */
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

/** Message types about one student (SPEC §5). */
export function needsStudent(messageType: string): boolean {
  return messageType === 'reschedule' || messageType === 'student_issue'
}

/** Errors of the fields that only the teacher's form has. */
export function supportErrors(values: SupportValues, zone: string): Record<string, string> {
  const fieldErrors: Record<string, string> = {}
  if (needsStudent(values.messageType) && !values.student) fieldErrors.student = errors.student
  if (values.messageType === 'reschedule') {
    if (!toInstant(values.original, zone)) fieldErrors.original = errors.original
    const preferred = toInstant(values.preferred, zone)
    if (!preferred) fieldErrors.preferred = errors.preferred
    else if (epochMs(preferred) <= clock.now()) fieldErrors.preferred = errors.past
  }
  return fieldErrors
}

/** The request body of SPEC §3. The server adds a subject by type if it is empty. */
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
            originalDateTime: toInstant(values.original, zone) ?? '',
            newDateTime: toInstant(values.preferred, zone) ?? '',
          },
        }
      : {}),
    hasAttachments: false,
  }
}

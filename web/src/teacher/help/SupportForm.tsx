import { TextInput } from '@mantine/core'
import { sendTeacherMessage } from '@/api/teacherPeople'
import { teacherHelpCopy as copy } from '@/copy/teacherHelp'
import { displayZone, nowIso, zoneLabel } from '@/lib/time'
import { usePerson } from '@/session/useSession'
import { MessageForm } from '@/support/MessageForm'
import page from '@/teacher/TeacherPage.module.css'
import { StudentSelect } from './StudentSelect'
import { emptyMessage, needsStudent, supportErrors, toMessage } from './supportSchema'

const FIELD_NAMES: Readonly<Record<string, string>> = {
  studentInfo: 'student',
  'reschedulingInfo.originalDateTime': 'original',
  'reschedulingInfo.newDateTime': 'preferred',
}

/** Form of a teacher's message to support; some types need a student and two times. */
export function SupportForm({ onUnsaved }: { onUnsaved: (unsaved: boolean) => void }) {
  const person = usePerson()
  const zone = displayZone()
  const zoneHint = copy.clock(zoneLabel(zone, nowIso()))
  return (
    <MessageForm
      label={copy.tabs.contact}
      copy={copy}
      initialValues={emptyMessage}
      validate={(values) => supportErrors(values, zone)}
      send={(values) => sendTeacherMessage(toMessage(values, person, zone))}
      fieldNames={FIELD_NAMES}
      onUnsaved={onUnsaved}
    >
      {(form) => (
        <>
          {needsStudent(form.values.messageType) && (
            <StudentSelect email={person.email} {...form.getInputProps('student')} />
          )}
          {form.values.messageType === 'reschedule' && (
            <div className={page.pair}>
              {(['original', 'preferred'] as const).map((hour) => (
                <TextInput
                  key={hour}
                  type="datetime-local"
                  label={copy[hour]}
                  description={zoneHint}
                  withAsterisk
                  {...form.getInputProps(hour)}
                />
              ))}
            </div>
          )}
        </>
      )}
    </MessageForm>
  )
}

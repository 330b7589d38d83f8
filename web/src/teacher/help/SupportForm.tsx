import { TextInput } from '@mantine/core'
import { writeToSupport } from '@/api/teacherPeople'
import { teacherHelpCopy as copy } from '@/copy/teacherHelp'
import { browserZone, nowIso, zoneLabel } from '@/lib/time'
import { usePerson } from '@/session/useSession'
import { MessageForm } from '@/support/MessageForm'
import page from '@/teacher/TeacherPage.module.css'
import { StudentSelect } from './StudentSelect'
import { emptyMessage, needsStudent, supportErrors, toMessage } from './supportSchema'

const FIELDS: Readonly<Record<string, string>> = {
  studentInfo: 'student',
  'reschedulingInfo.originalDateTime': 'original',
  'reschedulingInfo.newDateTime': 'preferred',
}

/** A teacher's message to support; some are about a student, and about two hours. */
export function SupportForm({ onUnsaved }: { onUnsaved: (unsaved: boolean) => void }) {
  const person = usePerson()
  const zone = browserZone()
  const clock = copy.clock(zoneLabel(zone, nowIso()))
  return (
    <MessageForm
      label={copy.tabs.contact}
      copy={copy}
      empty={emptyMessage}
      validate={(values) => supportErrors(values, zone)}
      send={(values) => writeToSupport(toMessage(values, person, zone))}
      names={FIELDS}
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
                  description={clock}
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

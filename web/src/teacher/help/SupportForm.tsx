import { Button, Select, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { ApiError } from '@/api/error'
import { errorText } from '@/api/errorText'
import { writeToSupport } from '@/api/teacherPeople'
import { teacherHelpCopy as copy } from '@/copy/teacherHelp'
import { browserZone, nowIso, zoneLabel } from '@/lib/time'
import { usePerson } from '@/session/useSession'
import page from '@/teacher/TeacherPage.module.css'
import { toastError, toastSuccess } from '@/ui/toast'
import { useFocusFirstError } from '@/ui/useFocusFirstError'
import { StudentSelect } from './StudentSelect'
import { emptyMessage, needsStudent, type SupportValues, supportErrors, toMessage } from './supportSchema'

const FIELDS: Readonly<Record<string, string>> = {
  studentInfo: 'student',
  'reschedulingInfo.originalDateTime': 'original',
  'reschedulingInfo.newDateTime': 'preferred',
}

/** A message to support (SPEC §5). What was typed stays when sending fails. */
export function SupportForm({ onUnsaved }: { onUnsaved: (unsaved: boolean) => void }) {
  const person = usePerson()
  const zone = browserZone()
  const form = useForm<SupportValues>({
    initialValues: emptyMessage,
    validate: (values) => supportErrors(values, zone),
  })
  const sending = useMutation({
    mutationFn: (values: SupportValues) => writeToSupport(toMessage(values, person, zone)),
    onSuccess: () => {
      form.reset()
      toastSuccess(copy.sent)
    },
    onError: refused,
  })
  const focusFirstError = useFocusFirstError(sending.isPending)
  const typed = form.values.message.trim() !== ''
  useEffect(() => {
    onUnsaved(typed)
    return () => onUnsaved(false)
  }, [typed, onUnsaved])

  function refused(error: ApiError): void {
    const fields = Object.entries(error.fieldErrors).map(([field, words]) => [FIELDS[field] ?? field, words])
    if (fields.length > 0) {
      form.setErrors(Object.fromEntries(fields))
      focusFirstError()
    } else {
      toastError(error.code === 'too_many_requests' ? errorText(error, copy.failed) : copy.failed)
    }
  }

  const { messageType } = form.values
  return (
    <form
      className={page.card}
      onSubmit={form.onSubmit((values) => sending.mutate(values), focusFirstError)}
      noValidate
      aria-label={copy.tabs.contact}
    >
      <fieldset className={page.fields} disabled={sending.isPending}>
        <Select
          label={copy.type}
          data={[...copy.types]}
          allowDeselect={false}
          withAsterisk
          {...form.getInputProps('messageType')}
        />
        {needsStudent(messageType) && (
          <StudentSelect email={person.email} {...form.getInputProps('student')} />
        )}
        {messageType === 'reschedule' && (
          <div className={page.pair}>
            <TextInput
              type="datetime-local"
              label={copy.original}
              description={copy.clock(zoneLabel(zone, nowIso()))}
              withAsterisk
              {...form.getInputProps('original')}
            />
            <TextInput
              type="datetime-local"
              label={copy.preferred}
              description={copy.clock(zoneLabel(zone, nowIso()))}
              withAsterisk
              {...form.getInputProps('preferred')}
            />
          </div>
        )}
        <TextInput label={copy.subject} {...form.getInputProps('subject')} />
        <Textarea
          label={copy.message}
          autosize
          minRows={5}
          dir="auto"
          withAsterisk
          {...form.getInputProps('message')}
        />
      </fieldset>
      <div className={page.foot}>
        <Button type="submit" loading={sending.isPending}>
          {copy.send}
        </Button>
      </div>
    </form>
  )
}

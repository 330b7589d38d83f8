import { schemaResolver, useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { ApiError } from '@/api/error'
import { serverFirstErrorText } from '@/api/errorText'
import { onboardStudent } from '@/api/people'
import { onboardingCopy } from '@/copy/onboarding'
import { deviceZone } from '@/lib/display'
import { normalizeInviteCode } from '@/lib/inviteCode'
import { TERMS_VERSION } from '@/lib/termsVersion'
import { homePathOf } from '@/session/routeGuard'
import { ensureSession, type Person, resetSession, setRole } from '@/session/session'
import { toastError, toastSuccess } from '@/ui/toast'
import { useFocusFirstError } from '@/ui/useFocusFirstError'
import { readStudentDraft, storeStudentDraft } from './studentDraft'
import { type StudentValues, studentSchema } from './studentSchema'

const copy = onboardingCopy.student

/** State of the student form and its submission. */
export function useStudentOnboarding(person: Person, inviteCode: string) {
  const navigate = useNavigate()
  const form = useForm<StudentValues>({
    initialValues: readStudentDraft(person.id, inviteCode) ?? {
      name: person.name,
      location: 'India',
      referralCode: inviteCode,
    },
    onValuesChange: (values) => storeStudentDraft({ personId: person.id, inviteCode, values }),
    validate: schemaResolver(studentSchema, { sync: true }),
  })

  const onboarding = useMutation({
    mutationFn: (values: StudentValues) =>
      onboardStudent({
        email: person.email,
        name: values.name.trim(),
        referralCode: normalizeInviteCode(values.referralCode),
        location: values.location,
        timeZone: deviceZone(),
        acceptedTerms: TERMS_VERSION,
      }),
    onSuccess: async () => {
      storeStudentDraft(null)
      setRole('student')
      toastSuccess(copy.success)
      await navigate({ to: '/booking', replace: true })
    },
    onError: (error) => void handleError(error),
  })
  const focusFirstError = useFocusFirstError(onboarding.isPending)

  async function handleError(error: ApiError): Promise<void> {
    if (error.code === 'already_onboarded') {
      // The user was onboarded in another tab: the server knows the role.
      resetSession()
      await navigate({ to: homePathOf(await ensureSession()), replace: true })
      return
    }
    const errors = studentFieldErrors(error)
    if (Object.keys(errors).length > 0) {
      form.setErrors(errors)
      focusFirstError()
    } else {
      toastError(error.code === 'network' ? copy.unexpected : serverFirstErrorText(error, copy.failed))
    }
  }

  return {
    form,
    joining: onboarding,
    submit: form.onSubmit((values) => onboarding.mutate(values), focusFirstError),
  }
}

/** The server's errors at their form fields. */
export function studentFieldErrors(error: ApiError): Partial<Record<keyof StudentValues, string>> {
  if (error.code === 'invalid_invite_code') return { referralCode: serverFirstErrorText(error, copy.failed) }
  const fields = ['name', 'location', 'referralCode'] as const
  return Object.fromEntries(
    fields.flatMap((field) => (error.fieldErrors[field] ? [[field, fieldText(error, field)]] : [])),
  )
}

/** Server messages are in English only. */
function fieldText(error: ApiError, field: string): string | undefined {
  return document.documentElement.lang === 'hi'
    ? serverFirstErrorText(error, copy.failed)
    : error.fieldErrors[field]
}

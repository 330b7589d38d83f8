import { schemaResolver, useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { ApiError } from '@/api/error'
import { serverText } from '@/api/errorText'
import { onboardStudent } from '@/api/people'
import { onboardingCopy } from '@/copy/onboarding'
import { browserZone } from '@/lib/time'
import { homeOf } from '@/session/guard'
import { ensureSession, type Person, resetSession, setRole } from '@/session/session'
import { toastError, toastSuccess } from '@/ui/toast'
import { useFocusFirstError } from '@/ui/useFocusFirstError'
import { type StudentValues, studentSchema } from './studentSchema'

const copy = onboardingCopy.student

/** The student form and what becomes of it. */
export function useStudentOnboarding(person: Person, inviteCode: string) {
  const navigate = useNavigate()
  const form = useForm<StudentValues>({
    initialValues: { name: person.name, location: 'India', referralCode: inviteCode },
    validate: schemaResolver(studentSchema, { sync: true }),
  })

  const joining = useMutation({
    mutationFn: (values: StudentValues) =>
      onboardStudent({
        email: person.email,
        name: values.name.trim(),
        referralCode: values.referralCode.trim(),
        location: values.location,
        timeZone: browserZone(),
      }),
    onSuccess: async () => {
      setRole('student')
      toastSuccess(copy.success)
      await navigate({ to: '/booking', replace: true })
    },
    onError: (error) => void failed(error),
  })
  const focusFirstError = useFocusFirstError(joining.isPending)

  async function failed(error: ApiError): Promise<void> {
    if (error.code === 'already_onboarded') {
      // Done in another tab, or twice: the server knows the role by now.
      resetSession()
      await navigate({ to: homeOf(await ensureSession()), replace: true })
      return
    }
    const errors = fieldErrors(error)
    if (Object.keys(errors).length > 0) {
      form.setErrors(errors)
      focusFirstError()
    } else {
      toastError(error.code === 'network' ? copy.unexpected : serverText(error, copy.failed))
    }
  }

  return { form, joining, submit: form.onSubmit((values) => joining.mutate(values), focusFirstError) }
}

/** The server's sentences under the fields that they are about. */
export function fieldErrors(error: ApiError): Partial<Record<keyof StudentValues, string>> {
  if (error.code === 'invalid_invite_code') return { referralCode: serverText(error, copy.failed) }
  const known = ['name', 'location', 'referralCode'] as const
  return Object.fromEntries(
    known.flatMap((field) => (error.fieldErrors[field] ? [[field, fieldText(error, field)]] : [])),
  )
}

/** The server speaks English only. */
function fieldText(error: ApiError, field: string): string | undefined {
  return document.documentElement.lang === 'hi' ? serverText(error, copy.failed) : error.fieldErrors[field]
}

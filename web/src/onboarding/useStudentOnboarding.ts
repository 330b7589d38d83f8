import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { ApiError } from '@/api/error'
import { serverFirstErrorText } from '@/api/errorText'
import { onboardStudent } from '@/api/people'
import { onboardingCopy } from '@/copy/onboarding'
import { ageFields } from '@/family/age'
import { fieldErrorText } from '@/family/fieldErrorText'
import { leaveTo } from '@/family/leaveTo'
import { deviceZone } from '@/lib/display'
import { normalizeInviteCode } from '@/lib/inviteCode'
import { TERMS_VERSION } from '@/lib/termsVersion'
import { homePathOf } from '@/session/routeGuard'
import { currentSession, ensureSession, type Person, resetSession, setRole } from '@/session/session'
import { toastError, toastSuccess } from '@/ui/toast'
import type { JoiningValues } from './joiningForm'
import { storeStudentDraft } from './studentDraft'

const copy = onboardingCopy.student

interface OnboardingHandlers {
  onFieldErrors: (errors: Partial<Record<keyof JoiningValues, string>>) => void
  /** The server does not accept someone under 18. */
  onMinor: () => void
}

/** Makes the signed-in person a student. */
export function useStudentOnboarding(person: Person, { onFieldErrors, onMinor }: OnboardingHandlers) {
  const navigate = useNavigate()

  async function handleError(error: ApiError): Promise<void> {
    if (error.code === 'already_onboarded') {
      // The user was onboarded in another tab: the server knows the role.
      resetSession()
      await navigate({ to: homePathOf(await ensureSession()), replace: true })
      return
    }
    if (error.code === 'guardian_required') return onMinor()
    const errors = studentFieldErrors(error)
    if (Object.keys(errors).length > 0) onFieldErrors(errors)
    else toastError(error.code === 'network' ? copy.unexpected : serverFirstErrorText(error, copy.failed))
  }

  return useMutation({
    mutationFn: (values: JoiningValues) =>
      onboardStudent({
        email: person.email,
        name: values.name.trim(),
        referralCode: normalizeInviteCode(values.referralCode),
        location: values.location,
        ...ageFields(values.age),
        timeZone: deviceZone(),
        acceptedTerms: TERMS_VERSION,
      }),
    onSuccess: async () => {
      storeStudentDraft(null)
      const session = currentSession()
      if (session?.status === 'signedIn' && session.learners) {
        // The page may be for a child of the guardian who joins.
        leaveTo(`/booking?learner=${encodeURIComponent(person.id)}`)
        return
      }
      setRole('student')
      toastSuccess(copy.success)
      await navigate({ to: '/booking', replace: true })
    },
    onError: (error) => void handleError(error),
  })
}

const FORM_FIELDS = {
  name: 'name',
  location: 'location',
  referralCode: 'referralCode',
  birthDate: 'age',
  ageBand: 'age',
} as const

/** The server's errors at their form fields. */
function studentFieldErrors(error: ApiError): Partial<Record<keyof JoiningValues, string>> {
  if (error.code === 'invalid_invite_code') return { referralCode: serverFirstErrorText(error, copy.failed) }
  return fieldErrorsOf(error, FORM_FIELDS)
}

/** The texts of the server's field errors, by the form's names for the fields. */
export function fieldErrorsOf(
  error: ApiError,
  fields: Readonly<Record<string, keyof JoiningValues>>,
): Partial<Record<keyof JoiningValues, string>> {
  const fallback = serverFirstErrorText(error, copy.failed)
  return Object.fromEntries(
    Object.entries(fields).flatMap(([field, formField]) => {
      const text = fieldErrorText(error, field, fallback)
      return text ? [[formField, text]] : []
    }),
  )
}

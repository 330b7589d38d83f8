import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { ApiError } from '@/api/error'
import { serverFirstErrorText } from '@/api/errorText'
import { keys } from '@/api/keys'
import { onboardTeacher } from '@/api/onboarding'
import { invalidate } from '@/api/queryClient'
import { teacherKeys } from '@/api/teacherKeys'
import { wizardCopy as copy } from '@/copy/wizard'
import { TERMS_VERSION } from '@/lib/termsVersion'
import { homePathOf } from '@/session/routeGuard'
import { ensureSession, type Person, resetSession } from '@/session/session'
import { toastError, toastSuccess } from '@/ui/toast'
import { type Errors, firstStepWithError, wizardFormErrors } from './errors'
import { isApplicationClosed } from './useDraftSaving'
import { toApplication, type WizardValues } from './values'

interface SubmissionOptions {
  person: Person
  getValues: () => WizardValues
  stopDraft: () => void
  showErrors: (errors: Errors) => void
}

interface WizardSubmission {
  submit: () => void
  isPending: boolean
  /** Leaves the wizard: the application was sent, approved or replaced by another role in another tab. */
  leaveClosed: (error: ApiError) => Promise<void>
}

/** Submits the application and leaves the wizard. */
export function useWizardSubmission(options: SubmissionOptions): WizardSubmission {
  const { person, getValues, stopDraft, showErrors } = options
  const client = useQueryClient()
  const navigate = useNavigate()
  const mutation = useMutation({
    mutationFn: () =>
      onboardTeacher({ ...toApplication(getValues(), person.email), acceptedTerms: TERMS_VERSION }),
    onSuccess: () => openPendingPage(() => toastSuccess(copy.success)),
    onError: (error) => void handleError(error),
  })

  async function openPendingPage(notify: () => void): Promise<void> {
    stopDraft()
    client.removeQueries({ queryKey: teacherKeys.draft })
    await invalidate(client, { queryKey: keys.userStatus(person.email) })
    notify()
    await navigate({ to: '/verification-pending', replace: true })
  }

  async function leaveClosed(error: ApiError): Promise<void> {
    if (error.code === 'application_pending') {
      return openPendingPage(() => toastError(serverFirstErrorText(error, copy.failed)))
    }
    stopDraft()
    resetSession()
    await navigate({ to: homePathOf(await ensureSession()), replace: true })
  }

  async function handleError(error: ApiError): Promise<void> {
    if (isApplicationClosed(error)) return leaveClosed(error)
    const errors = wizardFormErrors(error.fieldErrors)
    toastError(error.code === 'network' ? copy.exception : serverFirstErrorText(error, copy.failed))
    if (firstStepWithError(errors) !== null) showErrors(errors)
  }

  return { submit: () => mutation.mutate(), isPending: mutation.isPending, leaveClosed }
}

import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { saveAccount } from '@/api/account'
import type { ApiError } from '@/api/error'
import { serverFirstErrorText } from '@/api/errorText'
import { createLearner, type Learner, listLearners } from '@/api/learners'
import { learnerFormCopy } from '@/copy/learnerForm'
import { birthDateOf } from '@/family/birthDate'
import { leaveTo } from '@/family/leaveTo'
import { normalizeInviteCode } from '@/lib/inviteCode'
import { TERMS_VERSION } from '@/lib/termsVersion'
import type { Person } from '@/session/session'
import { toastError } from '@/ui/toast'
import type { JoiningValues } from './joiningForm'
import { storeStudentDraft } from './studentDraft'
import { fieldErrorsOf } from './useStudentOnboarding'

const copy = learnerFormCopy.child

interface RegistrationOptions {
  account: Person
  /** The children of the account when the page was loaded. */
  learners: readonly Learner[]
  isAddingChild: boolean
  onFieldErrors: (errors: Partial<Record<keyof JoiningValues, string>>) => void
}

/** Whether the form says that sending it accepts the terms: the account may not have accepted them. */
export const needsTerms = ({ role, termsToAccept }: Person, learners: readonly Learner[]): boolean =>
  termsToAccept !== undefined || (role === 'user' && learners.length === 0)

/** Registers a child of the account holder and opens the student area for the child. */
export function useChildRegistration({
  account,
  learners,
  isAddingChild,
  onFieldErrors,
}: RegistrationOptions) {
  /** A response was lost: the child may have been registered. */
  const responseLost = useRef(false)

  async function register(values: JoiningValues): Promise<Learner> {
    if (responseLost.current) {
      const found = findChild((await listLearners()).learners, values)
      if (found) return found
    }
    // Sign-in providers may know no name; the teacher and other guardians see it.
    if (!account.name) await saveAccount({ name: values.name.trim() })
    const acceptsTerms = !isAddingChild || needsTerms(account, learners)
    const { learner } = await createLearner({
      name: values.childName.trim(),
      birthDate: birthDateOf(values.childBirthDate) ?? '',
      referralCode: normalizeInviteCode(values.referralCode),
      location: values.location,
      isGuardian: values.isGuardian,
      ...(acceptsTerms ? { acceptedTerms: TERMS_VERSION } : {}),
    }).catch((error: ApiError) => {
      responseLost.current ||= error.status === 0 || error.status >= 500
      throw error
    })
    return learner
  }

  return useMutation({
    mutationFn: register,
    onSuccess: ({ _id }) => {
      storeStudentDraft(null)
      // A full load resolves the session again, with the new child. Resolving it here would open the
      // student area twice, and the first one would delete the time that was chosen before sign-up.
      leaveTo(`/booking?learner=${encodeURIComponent(_id)}`)
    },
    onError: (error: ApiError) => {
      const errors = childFieldErrors(error)
      if (Object.keys(errors).length > 0) onFieldErrors(errors)
      else toastError(messageOf(error))
    },
  })
}

/** The child of the account who has the name and the date of birth of the form. */
export function findChild(learners: readonly Learner[], values: JoiningValues): Learner | undefined {
  const name = singleSpaced(values.childName)
  const birthDate = birthDateOf(values.childBirthDate)
  return learners.find((learner) => singleSpaced(learner.name) === name && learner.birthDate === birthDate)
}

const singleSpaced = (text: string) => text.trim().replace(/\s+/g, ' ')

/** The server's errors at their form fields. */
function childFieldErrors(error: ApiError): Partial<Record<keyof JoiningValues, string>> {
  if (error.code === 'invalid_invite_code') return { referralCode: serverFirstErrorText(error, copy.failed) }
  return fieldErrorsOf(error, {
    name: 'childName',
    birthDate: 'childBirthDate',
    isGuardian: 'isGuardian',
    referralCode: 'referralCode',
    location: 'location',
  })
}

function messageOf(error: ApiError): string {
  if (error.code === 'guardian_required') return copy.underage
  if (error.fieldErrors.acceptedTerms) return copy.outdatedTerms
  return serverFirstErrorText(error, copy.failed)
}

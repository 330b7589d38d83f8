import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import type { ApiError } from '@/api/error'
import { errorText } from '@/api/errorText'
import { acceptGuardianInvitation } from '@/api/guardians'
import { listLearners } from '@/api/learners'
import { guardianPageCopy as copy } from '@/copy/guardians'
import { fieldErrorText } from '@/family/fieldErrorText'
import { leaveTo } from '@/family/leaveTo'
import { TERMS_VERSION } from '@/lib/termsVersion'
import { currentSession } from '@/session/session'
import { useFocusFirstError } from '@/ui/useFocusFirstError'

/** The declaration and the acceptance of an invitation; afterwards, the student area opens for the child. */
export function useAcceptance(token: string, needsTerms: boolean) {
  const [declared, setDeclared] = useState(false)
  const [undeclared, setUndeclared] = useState(false)
  /** A response was lost: the invitation may have been accepted. */
  const responseLost = useRef(false)
  const acceptance = useMutation({
    mutationFn: async () => {
      const body = { token, isGuardian: true, ...(needsTerms ? { acceptedTerms: TERMS_VERSION } : {}) }
      const reply = await acceptGuardianInvitation(body).catch(async (error: ApiError) => {
        const learner =
          responseLost.current && error.code === 'guardian_invitation_invalid' ? await findNewLearner() : null
        responseLost.current ||= error.code === 'network'
        if (!learner) throw error
        return { learner }
      })
      // A full load resolves the session again, with the new child.
      leaveTo(`/booking?learner=${encodeURIComponent(reply.learner._id)}`)
    },
    onError: (error) => {
      if (error.fieldErrors.isGuardian) setUndeclared(true)
      focusFirstError()
    },
  })
  // The page is about to be left, so the form stays disabled.
  const busy = acceptance.isPending || acceptance.isSuccess
  const focusFirstError = useFocusFirstError(busy)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    setUndeclared(!declared)
    if (declared) acceptance.mutate()
    else focusFirstError()
  }
  return {
    declared,
    declare: (isDeclared: boolean) => {
      setDeclared(isDeclared)
      setUndeclared(false)
    },
    declarationError: undeclared && copy.declarationMissing,
    busy,
    submit,
    errorCode: acceptance.error?.code ?? null,
    message: acceptance.error && !undeclared ? messageOf(acceptance.error) : null,
  }
}

/** The learner that the account has since the page was loaded. */
async function findNewLearner() {
  const session = currentSession()
  const known = session?.status === 'signedIn' ? (session.learners ?? []).map(({ _id }) => _id) : []
  const { learners } = await listLearners()
  return learners.find(({ _id }) => !known.includes(_id)) ?? null
}

function messageOf(error: ApiError): string {
  if (error.fieldErrors.acceptedTerms) return copy.outdatedTerms
  return fieldErrorText(error, 'token', copy.acceptFailed) ?? errorText(error, copy.acceptFailed)
}

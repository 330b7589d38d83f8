import { useForm } from '@mantine/form'
import { useState } from 'react'
import type { Learner } from '@/api/learners'
import { learnerFormCopy } from '@/copy/learnerForm'
import { NO_AGE } from '@/family/age'
import { NO_BIRTH_DATE } from '@/family/birthDate'
import { deviceZone } from '@/lib/display'
import type { Person } from '@/session/session'
import { useFocusFirstError } from '@/ui/useFocusFirstError'
import { familyCountry } from './familyCountry'
import { isUnderage, type JoiningValues, joiningRules } from './joiningForm'
import { hasStatedUnderage, storeStatedUnderage } from './statedUnderage'
import { type DraftOwner, readStudentDraft, storeStudentDraft } from './studentDraft'
import { findChild, useChildRegistration } from './useChildRegistration'
import { useStudentOnboarding } from './useStudentOnboarding'

interface JoiningOptions {
  /** Who is signed in. */
  account: Person
  /** The invite code of an invitation link, or empty. */
  inviteCode: string
  /** The form is for a child only. */
  isAddingChild?: boolean
  /** The children of the account. */
  learners?: readonly Learner[]
}

/** State of the form with which a student joins, or a guardian adds a child, and its submission. */
export function useJoining({ account, inviteCode, isAddingChild = false, learners = [] }: JoiningOptions) {
  const owner: DraftOwner = { personId: account.id, inviteCode, isAddingChild }
  const form = useForm<JoiningValues>({
    initialValues: {
      learner: isAddingChild ? 'child' : null,
      name: account.name,
      age: NO_AGE,
      childName: '',
      childBirthDate: NO_BIRTH_DATE,
      location: familyCountry(learners, deviceZone()) ?? 'India',
      referralCode: inviteCode,
      ...readStudentDraft(owner),
      isGuardian: false,
    },
    onValuesChange: (current) => {
      const { isGuardian: _, ...values } = current
      storeStudentDraft({ ...owner, values })
    },
    validate: joiningRules,
  })
  const [isMinor, setIsMinor] = useState(() => hasStatedUnderage(account.id))
  const stopMinor = () => {
    storeStatedUnderage(account.id)
    form.setFieldValue('age', NO_AGE)
    setIsMinor(true)
  }
  const onFieldErrors = (errors: Partial<Record<keyof JoiningValues, string>>) => {
    form.setErrors(errors)
    focusFirstError()
  }
  const student = useStudentOnboarding(account, { onFieldErrors, onMinor: stopMinor })
  const child = useChildRegistration({ account, learners, isAddingChild, onFieldErrors })
  // After success, the page is about to be left.
  const busy = [student, child].some(({ isPending, isSuccess }) => isPending || isSuccess)
  const focusFirstError = useFocusFirstError(busy)

  function send(values: JoiningValues): void {
    if (busy) return
    if (values.learner === 'child') {
      // Otherwise a reload after a lost response could register the child again.
      if (findChild(learners, values)) onFieldErrors({ childName: learnerFormCopy.child.alreadyAdded })
      else child.mutate(values)
    } else if (isUnderage(values.age)) stopMinor()
    else student.mutate(values)
  }

  return { form, busy, isMinor, submit: form.onSubmit(send, focusFirstError) }
}

export type Joining = ReturnType<typeof useJoining>

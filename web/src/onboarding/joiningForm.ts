import type { FormRulesRecord } from '@mantine/form'
import { learnerFormCopy } from '@/copy/learnerForm'
import { onboardingCopy } from '@/copy/onboarding'
import { type AgeValue, ageError, UNDER_18 } from '@/family/age'
import { type BirthDateParts, birthDateError, birthDateOf } from '@/family/birthDate'
import { isMinor } from '@/family/isMinor'
import type { Country } from '@/lib/country'

/** Who will learn: the person who signs in, or their child. */
export type LearnerKind = 'me' | 'child'

/** Values of the form of a new student and of a guardian's new child. */
export interface JoiningValues {
  learner: LearnerKind | null
  /** The name of the person who signs in. */
  name: string
  /** The age of the person who signs in. */
  age: AgeValue
  childName: string
  childBirthDate: BirthDateParts
  /** The declaration to be an adult and the child's parent or guardian. */
  isGuardian: boolean
  referralCode: string
  location: Country
}

/** The fields below the first question appear with its answer. The server checks whether the invite code exists (SPEC §5). */
export const joiningRules: FormRulesRecord<JoiningValues> = {
  learner: (learner) => (learner === null ? learnerFormCopy.who.missing : null),
  name: (name, { learner }) => (learner === null || name.trim() ? null : onboardingCopy.student.nameRequired),
  age: (age, { learner }) => (learner === 'me' ? ageError(age) : null),
  childName: (name, { learner }) =>
    learner === 'child' && !name.trim() ? learnerFormCopy.child.nameMissing : null,
  childBirthDate: (date, { learner }) => (learner === 'child' ? birthDateError(date) : null),
  isGuardian: (isGuardian, { learner }) =>
    learner === 'child' && !isGuardian ? learnerFormCopy.child.declarationMissing : null,
  referralCode: (code, { learner }) =>
    learner === null || code.trim() ? null : onboardingCopy.student.codeMissing,
}

/** Whether this is the age of someone who needs a guardian. */
export function isUnderage({ kind, date, range }: AgeValue): boolean {
  if (kind === 'range') return range === UNDER_18
  const birthDate = birthDateOf(date)
  return birthDate !== null && isMinor(birthDate)
}

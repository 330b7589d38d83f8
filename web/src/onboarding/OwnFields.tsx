import { TextInput } from '@mantine/core'
import { learnerFormCopy } from '@/copy/learnerForm'
import { onboardingCopy } from '@/copy/onboarding'
import { AgeFields } from '@/family/AgeFields'
import { TeacherAndCountry } from './TeacherAndCountry'
import type { Joining } from './useJoining'

const copy = onboardingCopy.student

interface OwnFieldsProps extends Pick<Joining, 'form' | 'busy'> {
  /** The sign-in provider knows no name. */
  needsName: boolean
}

/** The fields of a person who joins as a student. */
export function OwnFields({ form, busy, needsName }: OwnFieldsProps) {
  const { value, onChange, error } = form.getInputProps('age')
  return (
    <>
      {needsName && (
        <TextInput
          label={copy.name}
          description={copy.nameHint}
          withAsterisk
          autoComplete="name"
          {...form.getInputProps('name')}
        />
      )}
      <AgeFields
        label={learnerFormCopy.birthDate}
        value={value}
        onChange={onChange}
        error={error ?? null}
        disabled={busy}
      />
      <TeacherAndCountry form={form} />
    </>
  )
}

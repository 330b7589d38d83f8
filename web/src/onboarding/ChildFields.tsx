import { Checkbox, TextInput } from '@mantine/core'
import { learnerFormCopy } from '@/copy/learnerForm'
import { BirthDateInput } from '@/family/BirthDateInput'
import { TeacherAndCountry } from './TeacherAndCountry'
import type { Joining } from './useJoining'

const copy = learnerFormCopy.child
const MAX_NAME = 200

interface ChildFieldsProps extends Pick<Joining, 'form' | 'busy'> {
  /** The sign-in provider knows no name of the guardian. */
  needsName: boolean
}

/** The fields of a guardian who adds a child. */
export function ChildFields({ form, busy, needsName }: ChildFieldsProps) {
  const birthDate = form.getInputProps('childBirthDate')
  return (
    <>
      {needsName && (
        <TextInput
          label={copy.ownName}
          withAsterisk
          autoComplete="name"
          maxLength={MAX_NAME}
          {...form.getInputProps('name')}
        />
      )}
      <TextInput
        label={copy.name}
        description={copy.nameHint}
        withAsterisk
        aria-required
        autoComplete="off"
        maxLength={MAX_NAME}
        {...form.getInputProps('childName')}
      />
      <BirthDateInput
        label={copy.birthDate}
        value={birthDate.value}
        onChange={birthDate.onChange}
        error={birthDate.error}
        disabled={busy}
      />
      <TeacherAndCountry form={form} />
      <Checkbox
        label={copy.declaration(form.values.childName.trim())}
        aria-invalid={Boolean(form.errors.isGuardian)}
        {...form.getInputProps('isGuardian', { type: 'checkbox' })}
      />
    </>
  )
}

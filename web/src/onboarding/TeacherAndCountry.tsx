import { Select, TextInput } from '@mantine/core'
import { joiningCopy } from '@/copy/joining'
import { onboardingCopy } from '@/copy/onboarding'
import { COUNTRIES } from '@/lib/country'
import { currencyFor } from '@/lib/currency'
import { deviceZone } from '@/lib/display'
import { MAX_INVITE_CODE_TEXT, normalizeInviteCode } from '@/lib/inviteCode'
import { InvitingTeacher } from './InvitingTeacher'
import { LocalCountryHint } from './LocalCountryHint'
import classes from './StudentForm.module.css'
import type { Joining } from './useJoining'

const copy = onboardingCopy.student

/** The fields for the invite code and the country. */
export function TeacherAndCountry({ form }: Pick<Joining, 'form'>) {
  const currency = currencyFor(form.values.location, deviceZone())
  return (
    <>
      <TextInput
        label={copy.code}
        description={copy.codeHint}
        placeholder={copy.codeExample}
        withAsterisk
        aria-required
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={MAX_INVITE_CODE_TEXT}
        classNames={{ input: classes.code }}
        {...form.getInputProps('referralCode')}
        onBlur={() => form.setFieldValue('referralCode', normalizeInviteCode)}
      />
      {!form.errors.referralCode && <InvitingTeacher code={form.values.referralCode} />}
      <Select
        label={copy.location}
        description={copy.locationHint(joiningCopy.currencies[currency])}
        data={COUNTRIES.map((value) => ({ value, label: joiningCopy.locations[value] }))}
        allowDeselect={false}
        withAsterisk
        {...form.getInputProps('location')}
      />
      <LocalCountryHint
        selected={form.values.location}
        onChoose={(place) => form.setFieldValue('location', place)}
      />
    </>
  )
}

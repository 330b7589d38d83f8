import { Button, Select, TextInput } from '@mantine/core'
import { useAppConfig } from '@/api/useAppConfig'
import { joiningCopy } from '@/copy/joining'
import { onboardingCopy } from '@/copy/onboarding'
import { COUNTRIES } from '@/lib/country'
import { currencyFor } from '@/lib/currency'
import { deviceZone } from '@/lib/display'
import { MAX_INVITE_CODE_TEXT, normalizeInviteCode } from '@/lib/inviteCode'
import type { Person } from '@/session/session'
import { PageTitle } from '@/ui/PageTitle'
import { FeeTable } from './FeeTable'
import { InvitingTeacher } from './InvitingTeacher'
import { LocalCountryHint } from './LocalCountryHint'
import classes from './StudentForm.module.css'
import { TermsStatement } from './TermsStatement'
import { useStudentOnboarding } from './useStudentOnboarding'

const copy = onboardingCopy.student

interface StudentFormProps {
  person: Person
  /** The invite code of an invitation link, or empty. */
  inviteCode: string
  onBack: () => void
}

/** 'Complete Your Profile': country, invite code and fees (SPEC §2). */
export function StudentForm({ person, inviteCode, onBack }: StudentFormProps) {
  const config = useAppConfig()
  const { form, joining, submit } = useStudentOnboarding(person, inviteCode)
  const currency = currencyFor(form.values.location, deviceZone())
  return (
    <>
      <PageTitle title={copy.title} productName={config?.productName ?? ''}>
        {copy.title}
      </PageTitle>
      <p className={classes.lead}>{copy.lead(inviteCode !== '' && person.name !== '')}</p>
      <div className={classes.columns}>
        <form className={classes.card} onSubmit={submit} noValidate>
          <fieldset className={classes.fields} disabled={joining.isPending}>
            {!person.name && (
              <TextInput
                label={copy.name}
                description={copy.nameHint}
                withAsterisk
                autoComplete="name"
                {...form.getInputProps('name')}
              />
            )}
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
          </fieldset>
          <TermsStatement />
          <div className={classes.buttons}>
            <Button variant="default" onClick={onBack} disabled={joining.isPending}>
              {copy.back}
            </Button>
            <Button type="submit" loading={joining.isPending}>
              {copy.continue}
            </Button>
          </div>
        </form>
        <FeeTable />
      </div>
    </>
  )
}

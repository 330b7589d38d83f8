import { Button, Select, TextInput } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type Account, saveAccount } from '@/api/account'
import type { ApiError } from '@/api/error'
import { errorText } from '@/api/errorText'
import { keys } from '@/api/keys'
import type { Role } from '@/api/types'
import { useAppConfig } from '@/api/useAppConfig'
import { accountSettingsCopy } from '@/copy/accountSettings'
import { birthDateCopy } from '@/copy/birthDate'
import { joiningCopy } from '@/copy/joining'
import { formatBirthDate } from '@/family/formatBirthDate'
import { countryOfZone } from '@/lib/country'
import { deviceZone } from '@/lib/display'
import { isHindi } from '@/lib/i18n'
import { LANGUAGE_NAMES } from '@/lib/language'
import { isPhone } from '@/lib/phone'
import { z } from '@/lib/schema'
import { displayZone, nowIso, zoneLabel } from '@/lib/time'
import { matchesZone, zoneChoices } from '@/lib/zones'
import { useAccount } from '@/session/useSession'
import { type DescriptionItem, DescriptionList } from '@/ui/DescriptionList'
import { toastError, toastSuccess } from '@/ui/toast'
import { useFocusFirstError } from '@/ui/useFocusFirstError'
import classes from './Account.module.css'
import { applyAccount } from './accountChanges'

const copy = accountSettingsCopy.profile
const { ranges } = birthDateCopy

// Only what can be wrong here.
const schemaFor = (storedPhone: string | null) =>
  z.object({
    name: z.string().check(z.trim(), z.minLength(1, { error: () => copy.nameMissing })),
    // Not `z.refine`, because the wizard would load it too: zod is one file.
    phone: z.string().check(({ value, issues }) => {
      if (!isPhone(value, storedPhone))
        issues.push({ code: 'custom', input: value, message: copy.phoneInvalid })
    }),
  })

interface Values {
  name: string
  phone: string
  fixedTimeZone: string
  /** `null` if the account has none, so that any choice can be saved. */
  language: string | null
  clock: string
  /** `null` if nothing was chosen. */
  weekStart: string | null
}
type Field = keyof Values

const FIELDS: readonly Field[] = ['name', 'phone', 'fixedTimeZone', 'language', 'clock', 'weekStart']

const valuesOf = ({ name, phone, display }: Account): Values => ({
  name,
  phone: phone ?? '',
  fixedTimeZone: display.fixedTimeZone ?? '',
  language: display.language,
  clock: display.clock ?? '12h',
  weekStart: display.weekStart,
})

/** Name, phone number, and how dates, times and texts are shown. */
export function ProfileForm({ account, languageHint }: { account: Account; languageHint?: string }) {
  const client = useQueryClient()
  const { role } = useAccount()
  const form = useForm<Values>({
    initialValues: valuesOf(account),
    validate: schemaResolver(schemaFor(account.phone), { sync: true }),
  })
  const saving = useMutation({
    mutationFn: saveAccount,
    onSuccess: (saved) => {
      client.setQueryData(keys.account, saved)
      form.setInitialValues(valuesOf(saved))
      form.reset()
      // In another language, the page is loaded again.
      if (!applyAccount(saved)) toastSuccess(copy.saved)
    },
    onError: (error) => showError(error),
  })
  const focusFirstError = useFocusFirstError(saving.isPending)

  function showError(error: ApiError): void {
    const wrong = FIELDS.filter((field) => error.fieldErrors[field])
    form.setErrors(Object.fromEntries(wrong.map((field) => [field, copy.invalid[field]])))
    if (wrong.length > 0) focusFirstError()
    else toastError(errorText(error, copy.failed))
  }

  const submit = form.onSubmit((values) => {
    const changed = FIELDS.filter((field) => form.isDirty(field))
    saving.mutate(Object.fromEntries(changed.map((field) => [field, values[field]?.trim()])))
  }, focusFirstError)
  return (
    <section className={classes.card} aria-labelledby="profile">
      <h2 id="profile">{copy.title}</h2>
      <form onSubmit={submit} noValidate aria-labelledby="profile">
        <fieldset className={classes.fields} disabled={saving.isPending}>
          <TextInput label={copy.name} autoComplete="name" withAsterisk {...form.getInputProps('name')} />
          <TextInput
            label={copy.phone}
            description={phoneHintOf(role)}
            type="tel"
            autoComplete="tel"
            {...form.getInputProps('phone')}
          />
          <FixedFacts account={account} />
          <DisplayFields
            zone={form.values.fixedTimeZone}
            field={(name) => form.getInputProps(name)}
            languageHint={languageHint}
          />
        </fieldset>
        <Button type="submit" mt="md" loading={saving.isPending} disabled={!form.isDirty()}>
          {copy.save}
        </Button>
      </form>
    </section>
  )
}

function phoneHintOf(role: Role): string {
  if (role === 'student') return copy.phoneHint
  return role === 'teacher' ? copy.phoneHintTeacher : copy.phoneHintGuardian
}

/** The date of birth or the age range, which is stated once. */
function ageItem({ birthDate, ageBand }: Account): DescriptionItem[] {
  if (birthDate)
    return [{ label: birthDateCopy.label, value: formatBirthDate(birthDate), note: copy.ageHint }]
  return ageBand ? [{ label: ranges.label, value: ranges.bands[ageBand], note: copy.ageHint }] : []
}

/** What people cannot change themselves. */
function FixedFacts({ account }: { account: Account }) {
  const currencies: Readonly<Record<string, string>> = joiningCopy.currencies
  const { email, currency } = account
  const config = useAppConfig()
  // Another identity provider has its own way to change a password.
  const hasBuiltInSignIn = config?.oidc.authority.startsWith(config.publicUrl)
  return (
    <DescriptionList
      items={[
        ...(email ? [{ label: copy.email, value: email }] : []),
        ...ageItem(account),
        ...(hasBuiltInSignIn ? [{ label: copy.password, value: '••••••••', note: copy.passwordHint }] : []),
        ...(currency
          ? [{ label: copy.currency, value: currencies[currency] ?? currency, note: copy.currencyHint }]
          : []),
      ]}
    />
  )
}

interface DisplayFieldsProps {
  zone: string
  field: (name: Field) => object
  languageHint: string | undefined
}

function DisplayFields({ zone, field, languageHint }: DisplayFieldsProps) {
  const device = { value: '', label: copy.deviceZone(zoneLabel(deviceZone(), nowIso())) }
  return (
    <>
      <Select
        label={copy.zone}
        description={copy.zoneHint}
        data={[device, ...zoneChoices(zone)]}
        searchable
        filter={({ options, search }) =>
          options.filter((option) => !('group' in option) && matchesZone(option, search))
        }
        nothingFoundMessage={copy.noZone}
        allowDeselect={false}
        {...field('fixedTimeZone')}
      />
      <Select
        label={copy.language}
        description={languageHint ?? copy.languageHint}
        data={LANGUAGES}
        placeholder={LANGUAGE_NAMES[isHindi() ? 'hi' : 'en']}
        classNames={inForce}
        allowDeselect={false}
        {...field('language')}
      />
      <Select
        label={copy.clock}
        data={[
          { value: '12h', label: copy.clocks.h12 },
          { value: '24h', label: copy.clocks.h24 },
        ]}
        allowDeselect={false}
        {...field('clock')}
      />
      <Select
        label={copy.weekStart}
        placeholder={copy.weekStarts[useDefaultWeekStart()]}
        classNames={inForce}
        data={(['monday', 'sunday', 'saturday'] as const).map((value) => ({
          value,
          label: copy.weekStarts[value],
        }))}
        allowDeselect={false}
        {...field('weekStart')}
      />
    </>
  )
}

/** The first day of the week where none was chosen, as calendars show it. */
function useDefaultWeekStart(): 'monday' | 'sunday' {
  const { role } = useAccount()
  return role === 'teacher' && countryOfZone(displayZone()) === 'United States' ? 'sunday' : 'monday'
}

/** A placeholder that is the value in force: choosing it saves it. */
const inForce = { input: classes.inForce ?? '' }

const LANGUAGES = Object.entries(LANGUAGE_NAMES).map(([value, label]) => ({ value, label }))

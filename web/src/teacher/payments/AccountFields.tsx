import { Select, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { PaymentDetails } from '@/api/teacherTypes'
import { teacherPaymentsCopy } from '@/copy/teacherPayments'
import page from '@/teacher/TeacherPage.module.css'
import { INDIA, type SettingsValues, withCountry } from './settingsSchema'

const copy = teacherPaymentsCopy.settings
const NAME_CHARS = 100
const NUMBER_CHARS = 45

interface AccountFieldsProps {
  form: UseFormReturnType<SettingsValues>
  kept: PaymentDetails | null
}

/** The bank account. Which code it needs goes by the country. */
export function AccountFields({ form, kept }: AccountFieldsProps) {
  const { country } = form.values
  const keeps = kept?.country === country ? kept : null
  return (
    <>
      <div className={page.pair}>
        <Select
          label={copy.country}
          data={[...copy.countries]}
          allowDeselect={false}
          withAsterisk
          {...form.getInputProps('country')}
          onChange={(value) => {
            form.setValues(withCountry(form.values, value ?? ''))
            form.clearErrors()
          }}
        />
        <Select
          label={copy.cycle}
          data={[...copy.cycles]}
          allowDeselect={false}
          withAsterisk
          {...form.getInputProps('paymentCycle')}
        />
      </div>
      <div className={page.pair}>
        <TextInput
          label={copy.holder}
          autoComplete="off"
          maxLength={NAME_CHARS}
          withAsterisk
          {...form.getInputProps('accountHolderName')}
        />
        <TextInput
          label={copy.bank}
          autoComplete="off"
          maxLength={NAME_CHARS}
          withAsterisk
          {...form.getInputProps('bankName')}
        />
      </div>
      <div className={page.pair}>
        <TextInput
          label={copy.number}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          description={keeps ? copy.numberKept(keeps.accountNumberMasked) : undefined}
          autoComplete="off"
          spellCheck={false}
          maxLength={NUMBER_CHARS}
          withAsterisk={!keeps}
          {...form.getInputProps('accountNumber')}
        />
        {country === INDIA && (
          <TextInput
            label={copy.ifsc}
            description={copy.ifscHint}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={NUMBER_CHARS}
            withAsterisk
            {...form.getInputProps('ifscCode')}
          />
        )}
        {country !== INDIA && country !== '' && (
          <TextInput
            label={copy.routing}
            description={copy.routingHint}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            inputMode="numeric"
            autoComplete="off"
            maxLength={NUMBER_CHARS}
            withAsterisk
            {...form.getInputProps('routingNumber')}
          />
        )}
      </div>
    </>
  )
}

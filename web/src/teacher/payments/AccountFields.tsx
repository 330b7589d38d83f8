import { Select, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { PaymentSettings } from '@/api/teacherTypes'
import { teacherPaymentsCopy } from '@/copy/teacherPayments'
import page from '@/teacher/TeacherPage.module.css'
import { INDIA, needsNumberAgain, type SettingsValues, withCountry } from './settingsSchema'

const copy = teacherPaymentsCopy.settings
const MAX_NAME_CHARS = 100
const MAX_NUMBER_CHARS = 45

interface AccountFieldsProps {
  form: UseFormReturnType<SettingsValues>
  saved: PaymentSettings | null
}

/** Fields of the bank account. The country decides which bank code is needed. */
export function AccountFields({ form, saved }: AccountFieldsProps) {
  const { country } = form.values
  const savedAccount = saved?.country === country ? saved : null
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
          maxLength={MAX_NAME_CHARS}
          withAsterisk
          {...form.getInputProps('accountHolderName')}
        />
        <TextInput
          label={copy.bank}
          autoComplete="off"
          maxLength={MAX_NAME_CHARS}
          withAsterisk
          {...form.getInputProps('bankName')}
        />
      </div>
      <div className={page.pair}>
        <TextInput
          label={copy.number}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          description={savedAccount ? copy.numberKept(savedAccount.accountNumberMasked) : undefined}
          autoComplete="off"
          spellCheck={false}
          maxLength={MAX_NUMBER_CHARS}
          withAsterisk={!savedAccount}
          {...form.getInputProps('accountNumber')}
        />
        {needsNumberAgain(form.values) && (
          <TextInput
            label={copy.numberAgain}
            autoComplete="off"
            spellCheck={false}
            maxLength={MAX_NUMBER_CHARS}
            withAsterisk
            {...form.getInputProps('accountNumberAgain')}
          />
        )}
        <BankCodeField form={form} />
      </div>
    </>
  )
}

function BankCodeField({ form }: Pick<AccountFieldsProps, 'form'>) {
  const { country } = form.values
  if (country === '') return null
  if (country === INDIA) {
    return (
      <TextInput
        label={copy.ifsc}
        description={copy.ifscHint}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={MAX_NUMBER_CHARS}
        withAsterisk
        {...form.getInputProps('ifscCode')}
      />
    )
  }
  return (
    <TextInput
      label={copy.routing}
      description={copy.routingHint}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      inputMode="numeric"
      autoComplete="off"
      maxLength={MAX_NUMBER_CHARS}
      withAsterisk
      {...form.getInputProps('routingNumber')}
    />
  )
}

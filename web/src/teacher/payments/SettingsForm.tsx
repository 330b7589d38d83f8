import { Alert, Button, NumberInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { IconLock } from '@tabler/icons-react'
import { useEffect } from 'react'
import type { PaymentSettingsReply } from '@/api/teacherTypes'
import { teacherCopy } from '@/copy/teacher'
import { teacherPaymentsCopy } from '@/copy/teacherPayments'
import { ConflictNotice } from '@/teacher/ConflictNotice'
import page from '@/teacher/TeacherPage.module.css'
import { AccountFields } from './AccountFields'
import type { SettingsValues } from './settingsSchema'
import { useSettingsForm } from './useSettingsForm'

const copy = teacherPaymentsCopy.settings

interface SettingsFormProps {
  email: string
  loaded: PaymentSettingsReply
  reload: () => Promise<PaymentSettingsReply | undefined>
  onUnsaved: (unsaved: boolean) => void
}

/** Bank account and hourly rates, which are locked for the first 30 days (SPEC §2, D27). */
export function SettingsForm({ email, loaded, reload, onUnsaved }: SettingsFormProps) {
  const { form, saving, saved, showSaved, conflict, unsaved, submit } = useSettingsForm(email, loaded)
  useEffect(() => {
    onUnsaved(unsaved)
    return () => onUnsaved(false)
  }, [unsaved, onUnsaved])
  const loadNewer = async () => {
    const newer = await reload()
    if (newer) showSaved(newer)
  }
  const daysLeft = saved.rateLockDaysLeft ?? 0
  const isLocked = daysLeft > 0
  return (
    <form className={page.stack} onSubmit={submit} noValidate aria-label={copy.account}>
      <section className={page.card} aria-labelledby="account">
        <h2 id="account">{copy.account}</h2>
        <p className={page.hint}>{copy.accountHint}</p>
        <fieldset className={page.fields} disabled={saving.isPending} style={{ marginTop: 16 }}>
          <AccountFields form={form} saved={saved.paymentSettings} />
        </fieldset>
      </section>
      <section className={page.card} aria-labelledby="rates">
        <h2 id="rates">{copy.rates}</h2>
        <p className={page.hint}>{copy.newRates}</p>
        {isLocked && (
          <Alert color="yellow" icon={<IconLock size={20} aria-hidden />} mt="sm" id="rate-lock">
            {copy.locked(daysLeft)}
          </Alert>
        )}
        <fieldset className={page.fields} disabled={saving.isPending} style={{ marginTop: 16 }}>
          <RateFields form={form} isLocked={isLocked} />
        </fieldset>
      </section>
      {conflict && (
        <ConflictNotice
          message={copy.conflict}
          action={copy.loadNewer}
          onLoadNewer={() => void loadNewer()}
        />
      )}
      <div className={page.foot}>
        <p role="status" className={page.unsaved}>
          {unsaved && teacherCopy.unsaved}
        </p>
        <Button type="submit" loading={saving.isPending}>
          {copy.save}
        </Button>
      </div>
    </form>
  )
}

interface RateFieldsProps {
  form: UseFormReturnType<SettingsValues>
  isLocked: boolean
}

function RateFields({ form, isLocked }: RateFieldsProps) {
  return (
    <div className={page.pair}>
      <NumberInput
        label={copy.inr}
        description={copy.inrHint}
        prefix="₹"
        min={0}
        step={1}
        allowDecimal={false}
        allowNegative={false}
        thousandSeparator=","
        thousandsGroupStyle="lakh"
        withAsterisk
        disabled={isLocked}
        {...form.getInputProps('inrRate')}
      />
      <NumberInput
        label={copy.usd}
        description={copy.usdHint}
        prefix="$"
        min={0}
        step={0.01}
        decimalScale={2}
        allowNegative={false}
        withAsterisk
        disabled={isLocked}
        {...form.getInputProps('usdRate')}
      />
    </div>
  )
}

import { Alert, Button, NumberInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { IconLock } from '@tabler/icons-react'
import { type FormEvent, type ReactNode, useEffect, useState } from 'react'
import type { PaymentSettingsReply } from '@/api/teacherTypes'
import { teacherCopy } from '@/copy/teacher'
import { teacherPaymentsCopy } from '@/copy/teacherPayments'
import { ConflictNotice } from '@/teacher/ConflictNotice'
import page from '@/teacher/TeacherPage.module.css'
import { AccountFields } from './AccountFields'
import {
  type RateValues,
  rateErrors,
  settingsErrors,
  toRatesRequest,
  toRateValues,
  toSettingsRequest,
  toSettingsValues,
} from './settingsSchema'
import { useSettingsForm } from './useSettingsForm'

const copy = teacherPaymentsCopy.settings

interface SettingsFormProps {
  email: string
  loaded: PaymentSettingsReply
  reload: () => Promise<PaymentSettingsReply | undefined>
  onUnsaved: (unsaved: boolean) => void
}

/** Bank account and hourly rates, each with its own button (SPEC §2, D27). */
export function SettingsForm({ email, loaded, reload, onUnsaved }: SettingsFormProps) {
  const [saved, setSaved] = useState(loaded)
  const account = useSettingsForm({
    saved,
    onSaved: setSaved,
    toValues: toSettingsValues,
    validate: (values) => settingsErrors(values, saved.paymentSettings?.country ?? null),
    toRequest: (values) => toSettingsRequest(values, email, saved.version),
  })
  const rates = useSettingsForm({
    saved,
    onSaved: setSaved,
    toValues: toRateValues,
    validate: rateErrors,
    toRequest: (values) => toRatesRequest(values, email, saved.version),
  })
  const unsaved = account.unsaved || rates.unsaved
  useEffect(() => {
    onUnsaved(unsaved)
    return () => onUnsaved(false)
  }, [unsaved, onUnsaved])
  const loadNewer = async (form: Pick<typeof account, 'showSaved'> | Pick<typeof rates, 'showSaved'>) => {
    const newer = await reload()
    if (newer) form.showSaved(newer)
  }
  const daysLeft = saved.rateLockDaysLeft ?? 0
  return (
    <div className={page.stack}>
      <SettingsCard
        id="account"
        title={copy.account}
        hint={copy.accountHint}
        save={copy.save}
        state={account}
        onLoadNewer={() => void loadNewer(account)}
      >
        <AccountFields form={account.form} saved={saved.paymentSettings} />
      </SettingsCard>
      <SettingsCard
        id="rates"
        title={copy.rates}
        hint={copy.newRates}
        save={copy.saveRates}
        state={rates}
        disabled={daysLeft > 0}
        onLoadNewer={() => void loadNewer(rates)}
      >
        {daysLeft > 0 && (
          <Alert color="yellow" icon={<IconLock size={20} aria-hidden />} id="rate-lock">
            {copy.locked(daysLeft)}
          </Alert>
        )}
        <RateFields form={rates.form} isLocked={daysLeft > 0} />
      </SettingsCard>
    </div>
  )
}

interface SettingsCardProps {
  id: string
  title: string
  hint: string
  save: string
  state: {
    saving: { isPending: boolean }
    conflict: boolean
    unsaved: boolean
    submit: (event?: FormEvent<HTMLFormElement>) => void
  }
  disabled?: boolean
  onLoadNewer: () => void
  children: ReactNode
}

/** A form in a card of its own, with its button. */
function SettingsCard({ id, title, hint, save, state, disabled, onLoadNewer, children }: SettingsCardProps) {
  const { saving, conflict, unsaved, submit } = state
  return (
    <form className={page.card} onSubmit={submit} noValidate aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <p className={page.hint}>{hint}</p>
      <fieldset className={page.fields} disabled={saving.isPending} style={{ marginTop: 16 }}>
        {children}
      </fieldset>
      {conflict && (
        <ConflictNotice message={copy.conflict} action={copy.loadNewer} onLoadNewer={onLoadNewer} />
      )}
      <div className={page.foot}>
        <p role="status" className={page.unsaved}>
          {unsaved && teacherCopy.unsaved}
        </p>
        <Button type="submit" loading={saving.isPending} disabled={disabled === true}>
          {save}
        </Button>
      </div>
    </form>
  )
}

interface RateFieldsProps {
  form: UseFormReturnType<RateValues>
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

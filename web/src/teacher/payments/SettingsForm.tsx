import { Alert, Button, NumberInput } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { useEffect } from 'react'
import type { PaymentSettings } from '@/api/teacherTypes'
import { teacherCopy } from '@/copy/teacher'
import { teacherPaymentsCopy } from '@/copy/teacherPayments'
import { Conflict } from '@/teacher/Conflict'
import page from '@/teacher/TeacherPage.module.css'
import { AccountFields } from './AccountFields'
import { useSettingsForm } from './useSettingsForm'

const copy = teacherPaymentsCopy.settings

interface SettingsFormProps {
  email: string
  read: PaymentSettings
  readAgain: () => Promise<PaymentSettings | undefined>
  onUnsaved: (unsaved: boolean) => void
}

/** Where earnings go, and the hourly rates, which are locked for the first 30 days (SPEC §2, D27). */
export function SettingsForm({ email, read, readAgain, onUnsaved }: SettingsFormProps) {
  const { form, saving, kept, show, conflict, unsaved, submit } = useSettingsForm(email, read)
  useEffect(() => {
    onUnsaved(unsaved)
    return () => onUnsaved(false)
  }, [unsaved, onUnsaved])
  const loadNewer = async () => {
    const newer = await readAgain()
    if (newer) show(newer)
  }
  const daysLeft = kept.rateLockDaysLeft ?? 0
  const locked = daysLeft > 0
  return (
    <form className={page.stack} onSubmit={submit} noValidate aria-label={copy.account}>
      <section className={page.card} aria-labelledby="account">
        <h2 id="account">{copy.account}</h2>
        <p className={page.hint}>{copy.accountHint}</p>
        <fieldset className={page.fields} disabled={saving.isPending} style={{ marginTop: 16 }}>
          <AccountFields form={form} kept={kept.paymentSettings} />
        </fieldset>
      </section>
      <section className={page.card} aria-labelledby="rates">
        <h2 id="rates">{copy.rates}</h2>
        <p className={page.hint}>{copy.newRates}</p>
        {locked && (
          <Alert color="yellow" icon={<IconLock size={20} aria-hidden />} mt="sm" id="rate-lock">
            {copy.locked(daysLeft)}
          </Alert>
        )}
        <fieldset className={page.fields} disabled={saving.isPending} style={{ marginTop: 16 }}>
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
              disabled={locked}
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
              disabled={locked}
              {...form.getInputProps('usdRate')}
            />
          </div>
        </fieldset>
      </section>
      {conflict && (
        <Conflict words={copy.conflict} action={copy.loadNewer} onNewer={() => void loadNewer()} />
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

import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { ActDialog } from '@/admin/ActDialog'
import { HOME_ZONE } from '@/admin/homeZone'
import { OptionalReason } from '@/admin/OptionalReason'
import { useAct } from '@/admin/useAct'
import { type PayoutRun, runPayouts } from '@/api/adminPayouts'
import { adminPayoutsCopy } from '@/copy/adminPayouts'
import { today } from '@/lib/time'
import { isDay } from '@/lib/wall'
import { useFocusFirstError } from '@/ui/useFocusFirstError'

const copy = adminPayoutsCopy.run

interface RunDialogProps {
  onRan: (run: PayoutRun) => void
  onClose: () => void
}

/** Asks before the payouts that are due are prepared (D25). */
export function RunDialog({ onRan, onClose }: RunDialogProps) {
  const form = useForm({
    initialValues: { date: today(HOME_ZONE), reason: '' },
    validate: { date: (day) => dayError(day) },
  })
  const running = useAct(runPayouts, {
    onDone: (run) => {
      onRan(run)
      onClose()
    },
    onRefused: ({ fieldErrors }) => {
      form.setErrors(fieldErrors)
      focusFirstError()
    },
  })
  const focusFirstError = useFocusFirstError(running.pending)
  return (
    <ActDialog
      title={copy.title}
      happens={copy.happens}
      confirm={copy.confirm}
      failed={copy.failed}
      act={running}
      onSubmit={form.onSubmit(running.send, focusFirstError)}
      onClose={onClose}
    >
      <TextInput
        type="date"
        label={copy.date}
        description={copy.dateHint}
        max={today(HOME_ZONE)}
        withAsterisk
        data-autofocus
        {...form.getInputProps('date')}
      />
      <OptionalReason
        value={form.values.reason}
        error={form.errors.reason}
        onChange={(reason) => form.setFieldValue('reason', reason)}
      />
    </ActDialog>
  )
}

function dayError(day: string): string | null {
  if (!isDay(day)) return copy.errors.date
  return day > today(HOME_ZONE) ? copy.errors.future : null
}

import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { ActionDialog } from '@/admin/ActionDialog'
import { formatAmounts } from '@/admin/formatAmounts'
import { OptionalReason } from '@/admin/OptionalReason'
import { useAdminMutation } from '@/admin/useAdminMutation'
import { useAdminToday } from '@/admin/useAdminToday'
import { type AdminPayoutRun, owedQuery, runPayouts } from '@/api/adminPayouts'
import { adminPayoutsCopy } from '@/copy/adminPayouts'
import { isDay } from '@/lib/localDateTime'
import { useFocusFirstError } from '@/ui/useFocusFirstError'
import { dueNow } from './dueNow'

const copy = adminPayoutsCopy.run

interface RunPayoutsDialogProps {
  onSuccess: (run: AdminPayoutRun) => void
  onClose: () => void
}

/** Dialog that prepares the payouts that are due (D25). */
export function RunPayoutsDialog({ onSuccess, onClose }: RunPayoutsDialogProps) {
  const today = useAdminToday()
  const form = useForm({
    initialValues: { date: today, reason: '' },
    validate: { date: (day) => dayError(day, today) },
  })
  const run = useAdminMutation(runPayouts, {
    onSuccess: (run) => {
      onSuccess(run)
      onClose()
    },
    onError: ({ fieldErrors }) => {
      form.setErrors(fieldErrors)
      focusFirstError()
    },
  })
  const focusFirstError = useFocusFirstError(run.isPending)
  return (
    <ActionDialog
      title={copy.title}
      description={
        <>
          <p>{copy.happens}</p>
          {form.values.date === today && <RunPreview />}
        </>
      }
      confirmLabel={copy.confirm}
      failureMessage={copy.failed}
      action={run}
      onSubmit={form.onSubmit(run.send, focusFirstError)}
      onClose={onClose}
    >
      <TextInput
        type="date"
        label={copy.date}
        description={copy.dateHint}
        max={today}
        withAsterisk
        data-autofocus
        {...form.getInputProps('date')}
      />
      <OptionalReason
        value={form.values.reason}
        error={form.errors.reason}
        onChange={(reason) => form.setFieldValue('reason', reason)}
      />
    </ActionDialog>
  )
}

/** What the run would pay today, and which teachers it leaves out. */
function RunPreview() {
  const owed = useQuery(owedQuery()).data
  if (!owed) return null
  const due = dueNow(owed)
  const missing = [...new Set(owed.filter((row) => !row.hasAccount).map((row) => row.teacherName))]
  return (
    <p>
      <strong>{due.length > 0 ? copy.preview(due.length, formatAmounts(due)) : copy.previewNone}</strong>{' '}
      {missing.length > 0 && copy.previewMissing(missing.join(', '))}
    </p>
  )
}

function dayError(day: string, today: string): string | null {
  if (!isDay(day)) return copy.errors.date
  return day > today ? copy.errors.future : null
}

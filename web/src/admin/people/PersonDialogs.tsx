import { Checkbox } from '@mantine/core'
import { useState } from 'react'
import { ReasonDialog } from '@/admin/ReasonDialog'
import { cancelClasses, changeCurrency, deletePerson, restorePerson, suspendPerson } from '@/api/adminPeople'
import type { AdminPersonDetails, AdminStudentPart } from '@/api/adminPeopleTypes'
import { isApiError } from '@/api/error'
import { adminPeopleCopy } from '@/copy/adminPeople'
import { toastSuccess } from '@/ui/toast'

const copy = adminPeopleCopy

interface PersonDialogProps {
  data: AdminPersonDetails
  onClose: () => void
}

/** Suspends a person and, if selected, cancels their upcoming classes. */
export function SuspendDialog({ data: { person, student, teacher }, onClose }: PersonDialogProps) {
  const hasClasses = student !== null || teacher?.status === 'approved'
  const [cancels, setCancels] = useState(false)
  const suspend = async (reason: string) => {
    await suspendPerson(person._id, reason).catch((error: unknown) => {
      // The second attempt after only the cancellations failed.
      if (!cancels || !isApiError(error) || error.code !== 'already_processed') throw error
    })
    if (cancels) await cancelAll(person._id, reason)
  }
  return (
    <ReasonDialog
      title={copy.suspend.title(person.name)}
      description={copy.suspend.text}
      confirmLabel={copy.suspend.button}
      successMessage={copy.suspend.done}
      failureMessage={copy.suspend.failed}
      isDestructive
      onConfirm={suspend}
      onClose={onClose}
    >
      {hasClasses && (
        <Checkbox
          label={copy.cancelClasses.also}
          description={copy.cancelClasses.hint}
          checked={cancels}
          onChange={(event) => setCancels(event.currentTarget.checked)}
          data-autofocus
        />
      )}
    </ReasonDialog>
  )
}

/** Cancels all upcoming classes of a person who is suspended already. */
export function CancelClassesDialog({ data: { person }, onClose }: PersonDialogProps) {
  return (
    <ReasonDialog
      title={copy.cancelClasses.title(person.name)}
      description={copy.cancelClasses.hint}
      confirmLabel={copy.cancelClasses.button}
      successMessage={copy.cancelClasses.done}
      failureMessage={copy.cancelClasses.failed}
      isDestructive
      onConfirm={(reason) => cancelAll(person._id, reason)}
      onClose={onClose}
    />
  )
}

async function cancelAll(id: string, reason: string): Promise<void> {
  const { cancelled, more } = await cancelClasses(id, reason)
  if (cancelled > 0) toastSuccess(copy.cancelClasses.count(cancelled))
  if (more) await cancelAll(id, reason)
}

export function RestoreDialog({ data: { person }, onClose }: PersonDialogProps) {
  return (
    <ReasonDialog
      title={copy.restore.title(person.name)}
      description={copy.restore.text}
      confirmLabel={copy.restore.button}
      successMessage={copy.restore.done}
      failureMessage={copy.restore.failed}
      onConfirm={(reason) => restorePerson(person._id, reason)}
      onClose={onClose}
    />
  )
}

/** There are two currencies; the dialog offers the other one. */
export function CurrencyDialog({
  data,
  student,
  onClose,
}: PersonDialogProps & { student: AdminStudentPart }) {
  const newCurrency = student.currency === 'INR' ? 'USD' : 'INR'
  return (
    <ReasonDialog
      title={copy.currency.title}
      description={copy.currency.text(student.currency, newCurrency)}
      confirmLabel={copy.currency.confirm(newCurrency)}
      successMessage={copy.currency.done}
      failureMessage={copy.currency.failed}
      onConfirm={(reason) => changeCurrency(data.person._id, newCurrency, reason)}
      onClose={onClose}
    />
  )
}

export function DeleteDialog({ data: { person }, onClose }: PersonDialogProps) {
  return (
    <ReasonDialog
      title={copy.delete.title(person.name)}
      description={copy.delete.text}
      confirmLabel={copy.delete.confirm}
      successMessage={copy.delete.done}
      failureMessage={copy.delete.failed}
      isDestructive
      onConfirm={(reason) => deletePerson(person._id, reason)}
      onClose={onClose}
    />
  )
}

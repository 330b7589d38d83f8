import { useQuery } from '@tanstack/react-query'
import { ReasonDialog } from '@/admin/ReasonDialog'
import { changeCurrency, deletePerson, restorePerson, suspensionPreviewQuery } from '@/api/adminPeople'
import type { AdminPersonDetails, AdminStudentPart } from '@/api/adminPeopleTypes'
import { adminPeopleCopy } from '@/copy/adminPeople'
import { adminSuspensionCopy } from '@/copy/adminSuspension'
import { cancelAllClasses } from './suspensionActions'

const copy = adminPeopleCopy

interface PersonDialogProps {
  data: AdminPersonDetails
  onClose: () => void
}

/** Cancels all upcoming classes of a person who is suspended already. */
export function CancelClassesDialog({ data: { person }, onClose }: PersonDialogProps) {
  const count = useQuery(suspensionPreviewQuery(person._id)).data?.classes
  return (
    <ReasonDialog
      title={copy.cancelClasses.title(person.name)}
      description={count === 0 ? adminSuspensionCopy.noClasses : copy.cancelClasses.hint}
      confirmLabel={count ? adminSuspensionCopy.cancel.label(count) : copy.cancelClasses.button}
      isDisabled={count === 0}
      successMessage={copy.cancelClasses.done}
      failureMessage={copy.cancelClasses.failed}
      isDestructive
      onConfirm={(reason) => cancelAllClasses(person._id, reason)}
      onClose={onClose}
    />
  )
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

import { ReasonDialog } from '@/admin/ReasonDialog'
import { changeCurrency, deletePerson, restorePerson, suspendPerson } from '@/api/adminPeople'
import type { PersonDetails, StudentPart } from '@/api/adminPeopleTypes'
import { adminPeopleCopy } from '@/copy/adminPeople'

const copy = adminPeopleCopy

interface PersonDialogProps {
  data: PersonDetails
  onClose: () => void
}

export function SuspendDialog({ data: { person }, onClose }: PersonDialogProps) {
  return (
    <ReasonDialog
      title={copy.suspend.title(person.name)}
      happens={copy.suspend.text}
      confirm={copy.suspend.button}
      done={copy.suspend.done}
      failed={copy.suspend.failed}
      danger
      onConfirm={(reason) => suspendPerson(person._id, reason)}
      onClose={onClose}
    />
  )
}

export function RestoreDialog({ data: { person }, onClose }: PersonDialogProps) {
  return (
    <ReasonDialog
      title={copy.restore.title(person.name)}
      happens={copy.restore.text}
      confirm={copy.restore.button}
      done={copy.restore.done}
      failed={copy.restore.failed}
      onConfirm={(reason) => restorePerson(person._id, reason)}
      onClose={onClose}
    />
  )
}

/** There are two currencies, so that a change leads to the other one. */
export function CurrencyDialog({ data, student, onClose }: PersonDialogProps & { student: StudentPart }) {
  const to = student.currency === 'INR' ? 'USD' : 'INR'
  return (
    <ReasonDialog
      title={copy.currency.title}
      happens={copy.currency.text(student.currency, to)}
      confirm={copy.currency.confirm(to)}
      done={copy.currency.done}
      failed={copy.currency.failed}
      onConfirm={(reason) => changeCurrency(data.person._id, to, reason)}
      onClose={onClose}
    />
  )
}

export function DeleteDialog({ data: { person }, onClose }: PersonDialogProps) {
  return (
    <ReasonDialog
      title={copy.delete.title(person.name)}
      happens={copy.delete.text}
      confirm={copy.delete.confirm}
      done={copy.delete.done}
      failed={copy.delete.failed}
      danger
      onConfirm={(reason) => deletePerson(person._id, reason)}
      onClose={onClose}
    />
  )
}

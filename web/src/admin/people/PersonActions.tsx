import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ActionButton } from '@/admin/ActionButton'
import table from '@/admin/DataTable.module.css'
import { failureMessage } from '@/admin/failureMessage'
import { useDisabledReason } from '@/admin/roles'
import { invalidateAdmin } from '@/api/admin'
import { exportPerson } from '@/api/adminPeople'
import type { AdminPersonDetails } from '@/api/adminPeopleTypes'
import { adminPeopleCopy } from '@/copy/adminPeople'
import { adminSuspensionCopy } from '@/copy/adminSuspension'
import { saveFile } from '@/lib/saveFile'
import { toastError, toastSuccess } from '@/ui/toast'
import { CorrectAgeDialog } from './CorrectAgeDialog'
import { GrantCreditsDialog } from './GrantCreditsDialog'
import { HandOverDialog } from './HandOverDialog'
import { CancelClassesDialog, CurrencyDialog, DeleteDialog, RestoreDialog } from './PersonDialogs'
import { RefundCreditsDialog, SuspendDialog } from './SuspendDialog'

const copy = adminPeopleCopy
const labels = {
  suspend: adminSuspensionCopy.button,
  refundCredits: adminSuspensionCopy.refund.button,
  cancelClasses: copy.cancelClasses.button,
  handOver: copy.handOver.button,
  changeTeacher: copy.handOver.buttonOfOne,
  restore: copy.restore.button,
  give: copy.give.button,
  currency: copy.currency.button,
  age: copy.age.button,
  delete: copy.delete.button,
}

type PersonAction = keyof typeof labels

/** Buttons and dialogs of the actions for a person. */
export function PersonActions({ data }: { data: AdminPersonDetails }) {
  const disabledReason = useDisabledReason('support')
  const noRefundReason = useDisabledReason('finance')
  const [openAction, setOpenAction] = useState<PersonAction | null>(null)
  const exporting = useExport(data.person._id)
  const { person, student, teacher } = data
  const button = (action: PersonAction, style: { variant?: string; color?: string } = {}) => (
    <ActionButton disabledReason={disabledReason} onClick={() => setOpenAction(action)} {...style}>
      {labels[action]}
    </ActionButton>
  )
  const dialogProps = { data, onClose: () => setOpenAction(null) }
  return (
    <>
      <fieldset className={table.actions} aria-label={copy.acts}>
        {student && button('give')}
        {student && button('currency')}
        {button('age')}
        {student && button('changeTeacher')}
        {person.suspendedAt ? button('restore') : button('suspend')}
        {person.suspendedAt && button('cancelClasses')}
        {person.suspendedAt && teacher && (
          <ActionButton disabledReason={noRefundReason} onClick={() => setOpenAction('refundCredits')}>
            {labels.refundCredits}
          </ActionButton>
        )}
        {teacher?.status === 'approved' && button('handOver')}
        <ActionButton
          disabledReason={disabledReason}
          loading={exporting.isPending}
          onClick={() => exporting.mutate()}
        >
          {copy.export.button}
        </ActionButton>
        {button('delete', { variant: 'subtle', color: 'red' })}
      </fieldset>
      {openAction === 'give' && student && <GrantCreditsDialog {...dialogProps} student={student} />}
      {openAction === 'currency' && student && <CurrencyDialog {...dialogProps} student={student} />}
      {openAction === 'age' && <CorrectAgeDialog {...dialogProps} />}
      {openAction === 'suspend' && <SuspendDialog {...dialogProps} />}
      {openAction === 'refundCredits' && <RefundCreditsDialog {...dialogProps} />}
      {openAction === 'cancelClasses' && <CancelClassesDialog {...dialogProps} />}
      {openAction === 'handOver' && <HandOverDialog {...dialogProps} />}
      {openAction === 'changeTeacher' && student && (
        <HandOverDialog {...dialogProps} from={student.teacherId} />
      )}
      {openAction === 'restore' && <RestoreDialog {...dialogProps} />}
      {openAction === 'delete' && <DeleteDialog {...dialogProps} />}
    </>
  )
}

function useExport(id: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => exportPerson(id),
    onSuccess: (data) => {
      saveFile(new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }), copy.export.file(id))
      toastSuccess(copy.export.done)
    },
    onError: (error) => toastError(failureMessage(copy.export.failed, error)),
    onSettled: () => void invalidateAdmin(queries),
  })
}

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
import { saveFile } from '@/lib/saveFile'
import { toastError, toastSuccess } from '@/ui/toast'
import { GrantCreditsDialog } from './GrantCreditsDialog'
import { HandOverDialog } from './HandOverDialog'
import {
  CancelClassesDialog,
  CurrencyDialog,
  DeleteDialog,
  RestoreDialog,
  SuspendDialog,
} from './PersonDialogs'

const copy = adminPeopleCopy

type PersonAction = 'suspend' | 'cancelClasses' | 'handOver' | 'restore' | 'give' | 'currency' | 'delete'

/** Buttons and dialogs of the actions for a person. */
export function PersonActions({ data }: { data: AdminPersonDetails }) {
  const disabledReason = useDisabledReason('support')
  const [openAction, setOpenAction] = useState<PersonAction | null>(null)
  const exporting = useExport(data.person._id)
  const { person, student, teacher } = data
  const button = (action: PersonAction, style: { variant?: string; color?: string } = {}) => (
    <ActionButton disabledReason={disabledReason} onClick={() => setOpenAction(action)} {...style}>
      {copy[action].button}
    </ActionButton>
  )
  const dialogProps = { data, onClose: () => setOpenAction(null) }
  return (
    <>
      <fieldset className={table.actions} aria-label={copy.acts}>
        {student && button('give')}
        {student && button('currency')}
        {person.suspendedAt ? button('restore') : button('suspend')}
        {person.suspendedAt && button('cancelClasses')}
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
      {openAction === 'suspend' && <SuspendDialog {...dialogProps} />}
      {openAction === 'cancelClasses' && <CancelClassesDialog {...dialogProps} />}
      {openAction === 'handOver' && <HandOverDialog {...dialogProps} />}
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

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ActButton } from '@/admin/ActButton'
import { failure } from '@/admin/failure'
import { useRefusal } from '@/admin/roles'
import sheet from '@/admin/Sheet.module.css'
import { invalidateAdmin } from '@/api/admin'
import { exportPerson } from '@/api/adminPeople'
import type { PersonDetails } from '@/api/adminPeopleTypes'
import { adminPeopleCopy } from '@/copy/adminPeople'
import { saveFile } from '@/lib/saveFile'
import { toastError, toastSuccess } from '@/ui/toast'
import { GiveDialog } from './GiveDialog'
import { CurrencyDialog, DeleteDialog, RestoreDialog, SuspendDialog } from './PersonDialogs'

const copy = adminPeopleCopy

type Act = 'suspend' | 'restore' | 'give' | 'currency' | 'delete'

/** What can be done for a person, or against them. */
export function PersonActs({ data }: { data: PersonDetails }) {
  const refusal = useRefusal('support')
  const [act, setAct] = useState<Act | null>(null)
  const exporting = useExport(data.person._id)
  const { person, student } = data
  const button = (which: Act, look: { variant?: string; color?: string } = {}) => (
    <ActButton refusal={refusal} onClick={() => setAct(which)} {...look}>
      {copy[which].button}
    </ActButton>
  )
  const dialog = { data, onClose: () => setAct(null) }
  return (
    <>
      <fieldset className={sheet.acts} aria-label={copy.acts}>
        {student && button('give')}
        {student && button('currency')}
        {person.suspendedAt ? button('restore') : button('suspend')}
        <ActButton refusal={refusal} loading={exporting.isPending} onClick={() => exporting.mutate()}>
          {copy.export.button}
        </ActButton>
        {button('delete', { variant: 'subtle', color: 'red' })}
      </fieldset>
      {act === 'give' && student && <GiveDialog {...dialog} student={student} />}
      {act === 'currency' && student && <CurrencyDialog {...dialog} student={student} />}
      {act === 'suspend' && <SuspendDialog {...dialog} />}
      {act === 'restore' && <RestoreDialog {...dialog} />}
      {act === 'delete' && <DeleteDialog {...dialog} />}
    </>
  )
}

function useExport(id: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => exportPerson(id),
    onSuccess: (all) => {
      saveFile(new Blob([JSON.stringify(all, null, 2)], { type: 'application/json' }), copy.export.file(id))
      toastSuccess(copy.export.done)
    },
    onError: (error) => toastError(failure(copy.export.failed, error)),
    onSettled: () => void invalidateAdmin(queries),
  })
}

import { useState } from 'react'
import { ActionDialog } from '@/admin/ActionDialog'
import { OptionalReason } from '@/admin/OptionalReason'
import { useAdminMutation } from '@/admin/useAdminMutation'
import { type AdminJob, retryJob } from '@/api/adminSystem'
import { adminSystemCopy } from '@/copy/adminSystem'
import { toastSuccess } from '@/ui/toast'
import { jobLabel } from './outboxColumns'

const copy = adminSystemCopy.outbox.dialog

/** Retries a failed job. */
export function RetryJobDialog({
  work: { _id, topic, error },
  onClose,
}: {
  work: AdminJob
  onClose: () => void
}) {
  const [reason, setReason] = useState('')
  const retry = useAdminMutation(retryJob, {
    onSuccess: () => {
      toastSuccess(copy.done)
      onClose()
    },
  })
  return (
    <ActionDialog
      title={copy.title}
      description={
        <>
          <p>{copy.happens(jobLabel(topic))}</p>
          {error && <p>{copy.last(error)}</p>}
        </>
      }
      confirmLabel={copy.confirm}
      failureMessage={copy.failed}
      action={retry}
      onSubmit={(event) => {
        event.preventDefault()
        retry.send({ id: _id, reason: reason.trim() })
      }}
      onClose={onClose}
    >
      <OptionalReason value={reason} error={retry.error?.fieldErrors.reason} onChange={setReason} autoFocus />
    </ActionDialog>
  )
}

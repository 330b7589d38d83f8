import { useState } from 'react'
import { ActDialog } from '@/admin/ActDialog'
import { OptionalReason } from '@/admin/OptionalReason'
import { useAct } from '@/admin/useAct'
import { resendWork, type Work } from '@/api/adminSystem'
import { adminSystemCopy } from '@/copy/adminSystem'
import { toastSuccess } from '@/ui/toast'
import { topicWords } from './outboxColumns'

const copy = adminSystemCopy.outbox.dialog

/** Asks before work that was given up is tried once more. */
export function TryAgain({ work: { _id, topic, error }, onClose }: { work: Work; onClose: () => void }) {
  const [reason, setReason] = useState('')
  const trying = useAct(resendWork, {
    onDone: () => {
      toastSuccess(copy.done)
      onClose()
    },
  })
  return (
    <ActDialog
      title={copy.title}
      happens={
        <>
          <p>{copy.happens(topicWords(topic))}</p>
          {error && <p>{copy.last(error)}</p>}
        </>
      }
      confirm={copy.confirm}
      failed={copy.failed}
      act={trying}
      onSubmit={(event) => {
        event.preventDefault()
        trying.send({ id: _id, reason: reason.trim() })
      }}
      onClose={onClose}
    >
      <OptionalReason value={reason} error={trying.error?.fieldErrors.reason} onChange={setReason} first />
    </ActDialog>
  )
}

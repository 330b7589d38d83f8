import { FileInput, Textarea } from '@mantine/core'
import { useRef, useState } from 'react'
import { ActionDialog } from '@/admin/ActionDialog'
import { useAdminMutation } from '@/admin/useAdminMutation'
import { type AdminBankReplyRow, importBankReply } from '@/api/adminPayouts'
import { adminPayoutsCopy } from '@/copy/adminPayouts'
import { clock } from '@/lib/clock'
import { toastSuccess } from '@/ui/toast'
import { BankReplyRows } from './BankReplyRows'

const copy = adminPayoutsCopy.reply
const DOUBLE_CLICK_MS = 1000

/**
 * Marks payouts as paid from the bank's reply. The first submit shows what each row means, the
 * second marks the rows that match.
 */
export function BankReplyDialog({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState('')
  const [isMissing, setIsMissing] = useState(false)
  const [rows, setRows] = useState<AdminBankReplyRow[] | null>(null)
  const answeredAt = useRef(0)
  const importing = useAdminMutation(importBankReply, {
    onSuccess: (reply) => {
      setRows(reply.rows)
      answeredAt.current = clock.now()
      const paid = countRows(reply.rows, 'paid')
      if (paid > 0) toastSuccess(copy.done(paid))
    },
  })
  const ready = countRows(rows ?? [], 'ready')
  const isFinished = ready === 0 && countRows(rows ?? [], 'paid') > 0
  const change = (value: string) => {
    setText(value)
    setIsMissing(false)
    setRows(null)
  }
  const submit = () => {
    // The second click of a double click must not close the result.
    if (isFinished) {
      if (clock.now() - answeredAt.current >= DOUBLE_CLICK_MS) onClose()
      return
    }
    setIsMissing(!text.trim())
    if (text.trim()) importing.send({ text, apply: ready > 0 })
  }
  return (
    <ActionDialog
      title={copy.title}
      description={copy.happens}
      confirmLabel={isFinished ? copy.close : ready > 0 ? copy.confirm(ready) : copy.check}
      failureMessage={copy.failed}
      action={importing}
      isFinished={isFinished}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
      onClose={onClose}
      size="lg"
    >
      <FileInput
        label={copy.file}
        placeholder={copy.choose}
        accept=".csv,.txt,text/csv,text/plain"
        clearable
        onChange={(file) => void file?.text().then(change)}
        data-autofocus
      />
      <Textarea
        label={copy.text}
        description={copy.textHint}
        autosize
        minRows={3}
        maxRows={8}
        spellCheck={false}
        value={text}
        error={isMissing ? copy.missing : importing.error?.fieldErrors.text}
        onChange={(event) => change(event.currentTarget.value)}
      />
      {rows && <BankReplyRows rows={rows} ready={ready} />}
    </ActionDialog>
  )
}

const countRows = (rows: readonly AdminBankReplyRow[], status: string): number =>
  rows.filter((row) => row.status === status).length

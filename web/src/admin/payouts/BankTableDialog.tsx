import { Alert, Checkbox } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ActionDialog } from '@/admin/ActionDialog'
import { ADMIN_ZONE } from '@/admin/adminZone'
import { useAdminMutation } from '@/admin/useAdminMutation'
import { adminPayoutsQuery, createBankTable } from '@/api/adminPayouts'
import { adminPayoutsCopy } from '@/copy/adminPayouts'
import { saveFile } from '@/lib/saveFile'
import { today } from '@/lib/time'
import { toastSuccess } from '@/ui/toast'
import { CurrencyWarning } from './CurrencyWarning'
import { payoutAmount } from './payoutText'

const copy = adminPayoutsCopy.bank

/**
 * Downloads the table for the bank. The server records it: payouts in it are in no later table,
 * unless requested.
 */
export function BankTableDialog({ onClose }: { onClose: () => void }) {
  const [includesExported, setIncludesExported] = useState(false)
  const [isEmpty, setIsEmpty] = useState(false)
  const download = useAdminMutation(createTable, {
    onSuccess: ({ file, rows }) => {
      setIsEmpty(rows === 0)
      if (rows === 0) return
      saveFile(file, copy.file(today(ADMIN_ZONE)))
      toastSuccess(copy.done(rows))
      onClose()
    },
  })
  return (
    <ActionDialog
      title={copy.title}
      description={copy.happens}
      confirmLabel={copy.confirm}
      failureMessage={copy.failed}
      action={download}
      onSubmit={(event) => {
        event.preventDefault()
        download.send(includesExported)
      }}
      onClose={onClose}
    >
      <UncertainPayouts includesExported={includesExported} />
      <Checkbox
        label={copy.again}
        description={copy.againHint}
        checked={includesExported}
        onChange={(event) => {
          setIncludesExported(event.currentTarget.checked)
          setIsEmpty(false)
        }}
        data-autofocus
      />
      {isEmpty && (
        <Alert color="yellow" role="status">
          {copy.none}
        </Alert>
      )}
    </ActionDialog>
  )
}

/** The loaded payouts whose currency the bank may not accept. */
function UncertainPayouts({ includesExported }: { includesExported: boolean }) {
  const prepared = useInfiniteQuery(adminPayoutsQuery('prepared'))
  const payouts = prepared.data?.pages.flatMap(({ items }) => items) ?? []
  const uncertain = payouts.filter(
    ({ doubtfulCountry, exportedAt }) => doubtfulCountry && (includesExported || !exportedAt),
  )
  return (
    uncertain.length > 0 && (
      <Alert color="yellow">
        <p>{copy.doubtful}</p>
        <ul>
          {uncertain.map((payout) => (
            <li key={payout._id}>
              {payout.teacherName}, {payoutAmount(payout)}. <CurrencyWarning payout={payout} />
            </li>
          ))}
        </ul>
      </Alert>
    )
  )
}

/** The table and its number of payouts. The first line is the header, and cells contain no line breaks. */
async function createTable(includesExported: boolean): Promise<{ file: Blob; rows: number }> {
  const file = await createBankTable(includesExported)
  const lines = (await file.text()).trim().split('\n').length
  return { file, rows: lines - 1 }
}

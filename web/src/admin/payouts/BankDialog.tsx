import { Alert, Checkbox } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ActDialog } from '@/admin/ActDialog'
import { HOME_ZONE } from '@/admin/homeZone'
import { useAct } from '@/admin/useAct'
import { makeBankTable, payoutsQuery } from '@/api/adminPayouts'
import { adminPayoutsCopy } from '@/copy/adminPayouts'
import { saveFile } from '@/lib/saveFile'
import { today } from '@/lib/time'
import { toastSuccess } from '@/ui/toast'
import { Doubt } from './Doubt'
import { amountOf } from './payoutWords'

const copy = adminPayoutsCopy.bank

/** The table for the bank. Taking it is an act: what it holds is in no other table from then on. */
export function BankDialog({ onClose }: { onClose: () => void }) {
  const [again, setAgain] = useState(false)
  const [empty, setEmpty] = useState(false)
  const taking = useAct(tableOf, {
    onDone: ({ file, rows }) => {
      setEmpty(rows === 0)
      if (rows === 0) return
      saveFile(file, copy.file(today(HOME_ZONE)))
      toastSuccess(copy.done(rows))
      onClose()
    },
  })
  return (
    <ActDialog
      title={copy.title}
      happens={copy.happens}
      confirm={copy.confirm}
      failed={copy.failed}
      act={taking}
      onSubmit={(event) => {
        event.preventDefault()
        taking.send(again)
      }}
      onClose={onClose}
    >
      <Doubtful again={again} />
      <Checkbox
        label={copy.again}
        description={copy.againHint}
        checked={again}
        onChange={(event) => {
          setAgain(event.currentTarget.checked)
          setEmpty(false)
        }}
        data-autofocus
      />
      {empty && (
        <Alert color="yellow" role="status">
          {copy.none}
        </Alert>
      )}
    </ActDialog>
  )
}

/** Those that the bank may not be able to pay, of the newest that wait for it. */
function Doubtful({ again }: { again: boolean }) {
  const waiting = useInfiniteQuery(payoutsQuery('prepared'))
  const all = waiting.data?.pages.flatMap(({ items }) => items) ?? []
  const doubtful = all.filter(({ doubtfulCountry, exportedAt }) => doubtfulCountry && (again || !exportedAt))
  return (
    doubtful.length > 0 && (
      <Alert color="yellow">
        <p>{copy.doubtful}</p>
        <ul>
          {doubtful.map((payout) => (
            <li key={payout._id}>
              {payout.teacherName}, {amountOf(payout)}. <Doubt payout={payout} />
            </li>
          ))}
        </ul>
      </Alert>
    )
  )
}

/** The table, and how many payouts it holds: its first line is the heading, and no cell has a line end in it. */
async function tableOf(again: boolean): Promise<{ file: Blob; rows: number }> {
  const file = await makeBankTable(again)
  const lines = (await file.text()).trim().split('\n').length
  return { file, rows: lines - 1 }
}

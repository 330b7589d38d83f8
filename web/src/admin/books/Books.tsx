import { Alert } from '@mantine/core'
import { IconScale } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ActButton } from '@/admin/ActButton'
import { useRefusal } from '@/admin/roles'
import sheet from '@/admin/Sheet.module.css'
import { Title } from '@/admin/Title'
import { useAct } from '@/admin/useAct'
import { checkLedger, type LedgerCheck, ledgerCheckQuery } from '@/api/adminSystem'
import { serverText } from '@/api/errorText'
import { adminSystemCopy } from '@/copy/adminSystem'
import { Reading } from '@/ui/Reading'
import { toastSuccess } from '@/ui/toast'
import { CheckResult } from './CheckResult'

const copy = adminSystemCopy.books

/** What the last check of the books has found, and another one (D18). */
export function Books() {
  const last = useQuery(ledgerCheckQuery())
  const refusal = useRefusal('finance')
  const { check, running, failed } = useCheck(last.data)
  return (
    <>
      <Title title={copy.title} lead={copy.lead} />
      <div className={sheet.acts}>
        <ActButton
          variant="filled"
          size="md"
          leftSection={<IconScale size={18} aria-hidden />}
          refusal={refusal}
          loading={running}
          onClick={check}
        >
          {copy.check}
        </ActButton>
      </div>
      {failed && (
        <Alert color="red" role="alert" className={sheet.notice}>
          {failed}
        </Alert>
      )}
      {running && (
        <p className={sheet.quiet} role="status">
          {copy.checking}
        </p>
      )}
      <Reading query={last} loading={copy.loading} failed={copy.loadFailed} height={240}>
        {(check) => <CheckResult check={check} />}
      </Reading>
    </>
  )
}

/** A check goes on without us: it has come to its end when none is under way, and to nothing when the last is the old one. */
function useCheck(last: LedgerCheck | undefined) {
  const queries = useQueryClient()
  const [asked, setAsked] = useState<{ before: string | null } | null>(null)
  const begin = useAct(async (before: string | null) => ({ before, begun: await checkLedger() }), {
    onDone: ({ before, begun }) => {
      queries.setQueryData(ledgerCheckQuery().queryKey, begun)
      setAsked({ before })
    },
  })
  const running = begin.pending || last?.running === true
  const ended = asked !== null && last !== undefined && !running
  const inVain = ended && last.checkedAt === asked.before
  useEffect(() => {
    if (ended && !inVain) toastSuccess(copy.checked)
  }, [ended, inVain])
  return {
    running,
    failed: begin.error ? serverText(begin.error, copy.checkFailed) : inVain ? copy.checkFailed : null,
    check: () => {
      setAsked(null)
      begin.send(last?.checkedAt ?? null)
    },
  }
}

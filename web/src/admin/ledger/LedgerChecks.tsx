import { Alert } from '@mantine/core'
import { IconScale } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ActionButton } from '@/admin/ActionButton'
import table from '@/admin/DataTable.module.css'
import { LedgerCheckResult } from '@/admin/ledger/LedgerCheckResult'
import { PageHeader } from '@/admin/PageHeader'
import { useDisabledReason } from '@/admin/roles'
import { useAdminMutation } from '@/admin/useAdminMutation'
import { checkLedger, type LedgerCheck, ledgerCheckQuery } from '@/api/adminSystem'
import { serverFirstErrorText } from '@/api/errorText'
import { adminSystemCopy } from '@/copy/adminSystem'
import { QueryBoundary } from '@/ui/QueryBoundary'
import { toastSuccess } from '@/ui/toast'

const copy = adminSystemCopy.books

/** The result of the last ledger check, and a button to start another one (D18). */
export function LedgerChecks() {
  const last = useQuery(ledgerCheckQuery())
  const disabledReason = useDisabledReason('finance')
  const { check, running, failed } = useLedgerCheck(last.data)
  return (
    <>
      <PageHeader title={copy.title} lead={copy.lead} />
      <div className={table.actions}>
        <ActionButton
          variant="filled"
          size="md"
          leftSection={<IconScale size={18} aria-hidden />}
          disabledReason={disabledReason}
          loading={running}
          onClick={check}
        >
          {copy.check}
        </ActionButton>
      </div>
      {failed && (
        <Alert color="red" role="alert" className={table.notice}>
          {failed}
        </Alert>
      )}
      {running && (
        <p className={table.muted} role="status">
          {copy.checking}
        </p>
      )}
      <QueryBoundary query={last} loading={copy.loading} failed={copy.loadFailed} height={240}>
        {(check) => <LedgerCheckResult check={check} />}
      </QueryBoundary>
    </>
  )
}

/**
 * Runs a check and follows it by polling. It has ended when none is running, and failed if the last
 * result is still the old one.
 */
function useLedgerCheck(last: LedgerCheck | undefined) {
  const queries = useQueryClient()
  const [started, setStarted] = useState<{ before: string | null } | null>(null)
  const startMutation = useAdminMutation(
    async (before: string | null) => ({ before, begun: await checkLedger() }),
    {
      onSuccess: ({ before, begun }) => {
        queries.setQueryData(ledgerCheckQuery().queryKey, begun)
        setStarted({ before })
      },
    },
  )
  const running = startMutation.isPending || last?.running === true
  const ended = started !== null && last !== undefined && !running
  const hasNoResult = ended && last.checkedAt === started.before
  useEffect(() => {
    if (ended && !hasNoResult) toastSuccess(copy.checked)
  }, [ended, hasNoResult])
  return {
    running,
    failed: startMutation.error
      ? serverFirstErrorText(startMutation.error, copy.checkFailed)
      : hasNoResult
        ? copy.checkFailed
        : null,
    check: () => {
      setStarted(null)
      startMutation.send(last?.checkedAt ?? null)
    },
  }
}

import { Anchor, Button } from '@mantine/core'
import { IconDownload, IconPrinter } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { fetchStatementCsv, statementQuery } from '@/api/teacherPayments'
import { useAppConfig } from '@/api/useAppConfig'
import { teacherPaymentsCopy } from '@/copy/teacherPayments'
import { saveFile } from '@/lib/saveFile'
import { TeacherSectionTitle } from '@/teacher/TeacherSectionTitle'
import { QueryBoundary } from '@/ui/QueryBoundary'
import { toastError } from '@/ui/toast'
import { payoutDayOf } from './payoutDates'
import classes from './Statement.module.css'
import { StatementPaper } from './StatementPaper'

const copy = teacherPaymentsCopy.statement

/** The statement of one payout for printing. */
export function StatementPage({ payoutId }: { payoutId: string }) {
  const config = useAppConfig()
  const statement = useQuery(statementQuery(payoutId))
  const until = statement.data?.payout.until ?? ''
  const download = useMutation({
    mutationFn: () => fetchStatementCsv(payoutId),
    onSuccess: (file) => saveFile(file, copy.file(payoutDayOf(until))),
    onError: () => toastError(copy.csvFailed),
  })
  return (
    <div className={classes.page}>
      <div className={classes.head}>
        <TeacherSectionTitle
          title={copy.title}
          action={
            statement.data && (
              <div className={classes.actions}>
                <Button
                  variant="default"
                  leftSection={<IconDownload size={18} aria-hidden />}
                  loading={download.isPending}
                  onClick={() => download.mutate()}
                >
                  {copy.csv}
                </Button>
                <Button leftSection={<IconPrinter size={18} aria-hidden />} onClick={() => window.print()}>
                  {copy.print}
                </Button>
              </div>
            )
          }
        />
      </div>
      <QueryBoundary
        query={statement}
        loading={copy.loading}
        failed={statement.error?.status === 404 ? copy.missing : copy.failed}
        height={480}
      >
        {(data) => <StatementPaper statement={data} productName={config?.productName ?? ''} />}
      </QueryBoundary>
      <p className={classes.back}>
        <Anchor href="#payments/payouts" inherit underline="always" c="var(--brand)">
          {copy.back}
        </Anchor>
      </p>
    </div>
  )
}

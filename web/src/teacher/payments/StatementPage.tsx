import { Anchor, Button } from '@mantine/core'
import { IconDownload, IconPrinter } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { statementCsv, statementQuery } from '@/api/teacherPayments'
import { useAppConfig } from '@/api/useAppConfig'
import { teacherPaymentsCopy } from '@/copy/teacherPayments'
import { saveFile } from '@/lib/saveFile'
import { SectionTitle } from '@/teacher/SectionTitle'
import { Reading } from '@/ui/Reading'
import { toastError } from '@/ui/toast'
import { payoutDay } from './payoutWords'
import classes from './Statement.module.css'
import { StatementPaper } from './StatementPaper'

const copy = teacherPaymentsCopy.statement

/** The statement of one payout, made to be printed. */
export function StatementPage({ payoutId }: { payoutId: string }) {
  const config = useAppConfig()
  const statement = useQuery(statementQuery(payoutId))
  const until = statement.data?.payout.until ?? ''
  const loading = useMutation({
    mutationFn: () => statementCsv(payoutId),
    onSuccess: (file) => saveFile(file, copy.file(payoutDay(until))),
    onError: () => toastError(copy.csvFailed),
  })
  return (
    <div className={classes.page}>
      <div className={classes.head}>
        <SectionTitle
          title={copy.title}
          action={
            statement.data && (
              <div className={classes.acts}>
                <Button
                  variant="default"
                  leftSection={<IconDownload size={18} aria-hidden />}
                  loading={loading.isPending}
                  onClick={() => loading.mutate()}
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
      <Reading
        query={statement}
        loading={copy.loading}
        failed={statement.error?.status === 404 ? copy.missing : copy.failed}
        height={480}
      >
        {(data) => <StatementPaper statement={data} productName={config?.productName ?? ''} />}
      </Reading>
      <p className={classes.back}>
        <Anchor href="#payments/payouts" inherit underline="always" c="var(--brand)">
          {copy.back}
        </Anchor>
      </p>
    </div>
  )
}

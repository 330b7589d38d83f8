import { Anchor, Button, Skeleton, VisuallyHidden } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { configQuery } from '@/api/config'
import { receiptQuery } from '@/api/orders'
import { paymentsCopy } from '@/copy/payments'
import { StudentActions } from '@/student/StudentActions'
import { ErrorPanel } from '@/ui/ErrorPanel'
import { PageTitle } from '@/ui/PageTitle'
import { Shell } from '@/ui/Shell'
import classes from './Receipt.module.css'
import { ReceiptPaper } from './ReceiptPaper'

const copy = paymentsCopy.receipt

/** /booking/receipt/{order}: one receipt for printing. */
export function ReceiptPage() {
  const { orderId = '' } = useParams({ strict: false })
  const { data: config } = useQuery(configQuery())
  const { data: receipt, error, isFetching, refetch } = useQuery(receiptQuery(orderId))
  const isMissing = error?.status === 404
  return (
    <Shell productName={config?.productName ?? ''} actions={<StudentActions />}>
      <div className={classes.page}>
        <div className={classes.head}>
          <PageTitle title={copy.title} productName={config?.productName ?? ''}>
            {copy.title}
          </PageTitle>
          {receipt && (
            <Button leftSection={<IconPrinter size={18} aria-hidden />} onClick={() => window.print()}>
              {copy.print}
            </Button>
          )}
        </div>
        {receipt ? (
          <ReceiptPaper receipt={receipt} />
        ) : error ? (
          <ErrorPanel
            message={isMissing ? copy.missing : copy.loadFailed}
            onRetry={isMissing ? undefined : () => void refetch()}
            retrying={isFetching}
            reference={error.requestId}
          />
        ) : (
          <div role="status">
            <VisuallyHidden>{copy.loading}</VisuallyHidden>
            <Skeleton height={420} radius="lg" />
          </div>
        )}
        <p className={classes.back}>
          <Anchor component={Link} to="/booking" hash="account" inherit underline="always" c="var(--brand)">
            {copy.back}
          </Anchor>
        </p>
      </div>
    </Shell>
  )
}

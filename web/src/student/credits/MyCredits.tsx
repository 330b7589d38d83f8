import { Alert, Button, Skeleton, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { creditHistoryQuery } from '@/api/bookings'
import { ordersQuery } from '@/api/orders'
import { studentProfileQuery } from '@/api/people'
import type { PackageSize } from '@/api/types'
import { studentCopy } from '@/copy/student'
import { childSectionsCopy } from '@/copy/studentChildSections'
import { useChild } from '@/family/childName'
import { displayZone } from '@/lib/time'
import classes from '@/student/Panel.module.css'
import { PaymentList } from '@/student/payments/PaymentList'
import { StudentSectionTitle } from '@/student/StudentSectionTitle'
import { SupportLink } from '@/student/SupportLink'
import { ErrorPanel } from '@/ui/ErrorPanel'
import { BuyPackages } from './BuyPackages'
import { CreditBalance } from './CreditBalance'
import { CreditHistoryTable } from './CreditHistoryTable'
import { CreditLots } from './CreditLots'
import { Friends } from './Friends'

const copy = studentCopy.credits

interface MyCreditsProps {
  student: { id: string; email: string }
  /** Whether this installation takes payments. */
  payable: boolean
  onBuy: (size: PackageSize) => void
  onResume: (orderId: string) => void
  /** The open order whose bank has not answered, if any. */
  unansweredId: string | null
  /** A package was just bought. */
  purchased: boolean
  onBook: () => void
}

/** 'My Credits': balance, lots, packages, referrals, payments and credit history. */
export function MyCredits(props: MyCreditsProps) {
  const { student, payable, onBuy, onResume, unansweredId, purchased, onBook } = props
  const zone = displayZone()
  const child = useChild()
  const title = child ? childSectionsCopy.credits.title(child) : copy.title
  const profile = useQuery(studentProfileQuery(student.email))
  const history = useQuery(creditHistoryQuery(student.id))
  // Together with the payments, so that the lists below do not shift when they arrive.
  const orders = useQuery({ ...ordersQuery(), enabled: payable })
  const failed = (profile.isError && !profile.data) || (history.isError && !history.data)
  const retry = () => void Promise.all([profile.refetch(), history.refetch()])
  return (
    <div className={classes.panel}>
      <StudentSectionTitle title={title}>{title}</StudentSectionTitle>
      {purchased && (
        <Alert color="green" variant="light" mb="md" title={copy.purchased}>
          <Button onClick={onBook}>{copy.book}</Button>
        </Alert>
      )}
      {failed ? (
        <ErrorPanel message={copy.loadFailed} onRetry={retry} />
      ) : profile.data && history.data && !orders.isLoading ? (
        <>
          <CreditBalance
            credits={profile.data.classCredits}
            expiry={profile.data.classCreditsExpiry}
            lots={history.data.lots}
            zone={zone}
          />
          {payable ? <BuyPackages onBuy={onBuy} /> : <CreditsBySupport />}
          <CreditLots lots={history.data.lots} zone={zone} />
          {payable && <PaymentList zone={zone} onResume={onResume} unansweredId={unansweredId} />}
          <CreditHistoryTable entries={history.data.entries} zone={zone} />
          {/* Children earn no rewards. */}
          {!child && <Friends zone={zone} />}
        </>
      ) : (
        <div role="status">
          <VisuallyHidden>{copy.loading}</VisuallyHidden>
          <Skeleton height={104} radius="lg" mb="lg" />
          <Skeleton height={28} width="45%" mb="md" />
          <Skeleton height={84} radius="lg" mb="lg" />
          <Skeleton height={160} radius="lg" />
        </div>
      )}
    </div>
  )
}

/** Without payments, support grants credits. */
function CreditsBySupport() {
  return (
    <p className={classes.aside}>
      {copy.howToGet} <SupportLink endsSentence />
    </p>
  )
}

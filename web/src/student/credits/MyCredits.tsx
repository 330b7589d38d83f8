import { Skeleton, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { creditHistoryQuery } from '@/api/bookings'
import { studentProfileQuery } from '@/api/people'
import type { PackageSize } from '@/api/types'
import { studentCopy } from '@/copy/student'
import { browserZone } from '@/lib/time'
import classes from '@/student/Panel.module.css'
import { PaymentList } from '@/student/payments/PaymentList'
import { SectionTitle } from '@/student/SectionTitle'
import { SupportLink } from '@/student/SupportLink'
import { ErrorPanel } from '@/ui/ErrorPanel'
import { BuyPackages } from './BuyPackages'
import { CreditBalance } from './CreditBalance'
import { CreditHistory } from './CreditHistory'
import { CreditLots } from './CreditLots'
import { Friends } from './Friends'

const copy = studentCopy.credits

interface MyCreditsProps {
  student: { id: string; email: string }
  /** This installation takes payments. */
  payable: boolean
  onBuy: (size: PackageSize) => void
  onResume: (orderId: string) => void
}

/** 'My Credits': the balance, its parcels, packages to buy, friends to bring, payments, and the story of every credit. */
export function MyCredits({ student, payable, onBuy, onResume }: MyCreditsProps) {
  const zone = browserZone()
  const profile = useQuery(studentProfileQuery(student.email))
  const history = useQuery(creditHistoryQuery(student.id))
  const failed = (profile.isError && !profile.data) || (history.isError && !history.data)
  const retry = () => void Promise.all([profile.refetch(), history.refetch()])
  return (
    <div className={classes.panel}>
      <SectionTitle title={copy.title}>{copy.title}</SectionTitle>
      {failed ? (
        <ErrorPanel message={copy.loadFailed} onRetry={retry} />
      ) : profile.data && history.data ? (
        <>
          <CreditBalance
            credits={profile.data.classCredits}
            expiry={profile.data.classCreditsExpiry}
            lots={history.data.lots}
            zone={zone}
          />
          {payable ? <BuyPackages onBuy={onBuy} /> : <CreditsBySupport />}
          <CreditLots lots={history.data.lots} zone={zone} />
          <Friends zone={zone} />
          {payable && <PaymentList zone={zone} onResume={onResume} />}
          <CreditHistory entries={history.data.entries} zone={zone} />
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

/** Where no payments are taken, support hands out credits. */
function CreditsBySupport() {
  return (
    <p className={classes.aside}>
      {copy.howToGet} <SupportLink />.
    </p>
  )
}

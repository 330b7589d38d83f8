import { Skeleton, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { creditHistoryQuery } from '@/api/bookings'
import { studentProfileQuery } from '@/api/people'
import { studentCopy } from '@/copy/student'
import { browserZone } from '@/lib/time'
import classes from '@/student/Panel.module.css'
import { SectionTitle } from '@/student/SectionTitle'
import { ErrorPanel } from '@/ui/ErrorPanel'
import { CreditBalance } from './CreditBalance'
import { CreditHistory } from './CreditHistory'
import { CreditLots } from './CreditLots'

const copy = studentCopy.credits

/** 'My Credits': the balance, its parcels, and the story of every credit. */
export function MyCredits({ student }: { student: { id: string; email: string } }) {
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
            zone={zone}
          />
          <CreditLots lots={history.data.lots} zone={zone} />
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

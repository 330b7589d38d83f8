import { NativeSelect } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { analyticsQuery } from '@/api/teacherPayments'
import type { Analytics as Figures } from '@/api/teacherTypes'
import { teacherPaymentsCopy } from '@/copy/teacherPayments'
import { addMonths, firstOfMonth, formatMonth, shortMonth } from '@/lib/localDateTime'
import { formatCharge, formatMoney } from '@/lib/money'
import { displayZone, formatDate, today } from '@/lib/time'
import { usePerson } from '@/session/useSession'
import { ErrorPanel } from '@/ui/ErrorPanel'
import { Loading } from '@/ui/Loading'
import { ClassTypeChart } from './ClassTypeChart'
import { CommissionPanel } from './CommissionPanel'
import { emptyAnalytics } from './emptyAnalytics'
import { FigureCards } from './FigureCards'
import { MonthBars } from './MonthBars'
import classes from './Payments.module.css'

const copy = teacherPaymentsCopy.analytics
const MAX_MONTHS = 24

/** Analytics of one month, a chart of the last twelve months, and the commission (SPEC §3). */
export function AnalyticsPanel() {
  const { email } = usePerson()
  const [selectedMonth, setSelectedMonth] = useState<string | null>(null)
  // The server determines the current month in the teacher's zone.
  const current = useQuery(analyticsQuery(email, null)).data
  const currentMonth = current?.months.at(-1)?.month
  const thisMonth = currentMonth ?? firstOfMonth(today(displayZone())).slice(0, 7)
  const month = selectedMonth ?? thisMonth
  const figures = useQuery({ ...analyticsQuery(email, selectedMonth), placeholderData: keepPreviousData })
  const { data, error } = figures
  return (
    <>
      <NativeSelect
        className={classes.month}
        label={copy.month}
        data={monthOptions(thisMonth, current?.since ?? thisMonth)}
        value={month}
        onChange={(event) => setSelectedMonth(event.currentTarget.value)}
      />
      {error && !data && (
        <div className={classes.failed}>
          <ErrorPanel
            message={`${copy.failed}. ${copy.failedHint}`}
            reference={error.requestId}
            retrying={figures.isFetching}
            onRetry={() => void figures.refetch()}
          />
        </div>
      )}
      {data || error ? (
        <AnalyticsContent
          figures={data ?? emptyAnalytics(month)}
          month={month}
          isLoaded={data !== undefined}
        />
      ) : (
        <Loading label={copy.loading} height={520} />
      )}
    </>
  )
}

interface AnalyticsContentProps {
  figures: Figures
  month: string
  /** False for the zeros that are shown if loading failed. */
  isLoaded: boolean
}

function AnalyticsContent({ figures, month, isLoaded }: AnalyticsContentProps) {
  const { months, currency, fxRate, fxAsOf } = figures
  const { INR, USD } = figures.earnings.byCurrency
  const converted = (currency === 'INR' ? USD : INR) > 0 && fxRate > 0
  return (
    <div className={classes.panels}>
      <FigureCards figures={figures} month={month} />
      <section className={classes.chart} aria-labelledby="by-month">
        <h2 id="by-month">{copy.chart}</h2>
        {months.some(({ earnings }) => earnings > 0) ? (
          <MonthBars
            label={copy.chart}
            selected={month}
            format={(amount) => formatMoney(amount, currency)}
            bars={months.map(({ month: of, earnings, classes: count }) => ({
              key: of,
              shortLabel: shortMonth(of),
              value: earnings,
              description: copy.bar(formatMonth(of), formatCharge(earnings, currency), count),
            }))}
          />
        ) : (
          <p className={classes.small}>{copy.noEarnings}</p>
        )}
        {converted && (
          <p className={classes.small}>
            {copy.converted(
              currency === 'INR' ? 'USD' : 'INR',
              exchangeRateText(fxRate),
              formatDate(`${fxAsOf}T12:00:00Z`, 'UTC'),
            )}
          </p>
        )}
      </section>
      <section className={classes.types} aria-labelledby="by-type">
        <h2 id="by-type">{copy.types}</h2>
        <ClassTypeChart counts={figures.classByType} />
      </section>
      <CommissionPanel commission={isLoaded ? figures.commission : null} />
    </div>
  )
}

/** The exchange rate in rupees per dollar. */
function exchangeRateText(fxRate: number): string {
  const rupees = fxRate < 1 ? 1 / fxRate : fxRate
  return `$1 = ₹${rupees.toFixed(2)}`
}

/** The months from the teacher's first one to this one, latest first. */
function monthOptions(thisMonth: string, since: string) {
  return Array.from({ length: MAX_MONTHS }, (_, monthsAgo) =>
    addMonths(`${thisMonth}-01`, -monthsAgo).slice(0, 7),
  )
    .filter((month) => month === thisMonth || month >= since)
    .map((value) => ({ value, label: formatMonth(value) }))
}

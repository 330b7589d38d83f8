import { NativeSelect } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { analyticsQuery } from '@/api/teacherPayments'
import type { Analytics as Figures } from '@/api/teacherTypes'
import { teacherPaymentsCopy } from '@/copy/teacherPayments'
import { formatCharge, formatMoney } from '@/lib/money'
import { browserZone, today } from '@/lib/time'
import { addMonths, firstOfMonth, formatMonth, shortMonth } from '@/lib/wall'
import { usePerson } from '@/session/useSession'
import { ErrorPanel } from '@/ui/ErrorPanel'
import { Loading } from '@/ui/Loading'
import { CommissionPanel } from './CommissionPanel'
import { FigureCards } from './FigureCards'
import { MonthBars } from './MonthBars'
import classes from './Payments.module.css'
import { TypeRing } from './TypeRing'
import { noFigures } from './zero'

const copy = teacherPaymentsCopy.analytics
const MONTHS = 24

/** Figures of one month, the twelve months up to it, and the commission (SPEC §3). */
export function Analytics() {
  const { email } = usePerson()
  const [chosen, setChosen] = useState<string | null>(null)
  // Which month it is, the server knows: it counts months where the teacher lives.
  const present = useQuery(analyticsQuery(email, null)).data?.months.at(-1)?.month
  const thisMonth = present ?? firstOfMonth(today(browserZone())).slice(0, 7)
  const month = chosen ?? thisMonth
  const figures = useQuery({ ...analyticsQuery(email, chosen), placeholderData: keepPreviousData })
  const { data, error } = figures
  return (
    <>
      <NativeSelect
        className={classes.month}
        label={copy.month}
        data={monthChoices(thisMonth)}
        value={month}
        onChange={(event) => setChosen(event.currentTarget.value)}
      />
      {error && !data && (
        <div className={classes.failed}>
          <ErrorPanel
            message={`${copy.failed}. ${copy.zeroed}`}
            reference={error.requestId}
            retrying={figures.isFetching}
            onRetry={() => void figures.refetch()}
          />
        </div>
      )}
      {data || error ? (
        <Panels figures={data ?? noFigures(month)} month={month} isRead={data !== undefined} />
      ) : (
        <Loading words={copy.loading} height={520} />
      )}
    </>
  )
}

interface PanelsProps {
  figures: Figures
  month: string
  /** Not the zeros that stand in for figures that could not be read. */
  isRead: boolean
}

function Panels({ figures, month, isRead }: PanelsProps) {
  const { months, currency, fxRate, fxAsOf } = figures
  const { INR, USD } = figures.earnings.byCurrency
  const converted = (currency === 'INR' ? USD : INR) > 0 && fxRate > 0
  return (
    <div className={classes.panels}>
      <FigureCards figures={figures} month={month} />
      <section className={classes.chart} aria-labelledby="by-month">
        <h2 id="by-month">{copy.chart}</h2>
        <MonthBars
          label={copy.chart}
          chosen={month}
          format={(amount) => formatMoney(amount, currency)}
          bars={months.map(({ month: of, earnings, classes: count }) => ({
            key: of,
            short: shortMonth(of),
            value: earnings,
            words: copy.bar(formatMonth(of), formatCharge(earnings, currency), count),
          }))}
        />
        {converted && <p className={classes.small}>{copy.converted(rateWords(fxRate), fxAsOf)}</p>}
      </section>
      <section className={classes.types} aria-labelledby="by-type">
        <h2 id="by-type">{copy.types}</h2>
        <TypeRing counts={figures.classByType} />
      </section>
      <CommissionPanel commission={isRead ? figures.commission : null} />
    </div>
  )
}

/** The rate as people say it: so many rupees for a dollar. */
function rateWords(fxRate: number): string {
  const rupees = fxRate < 1 ? 1 / fxRate : fxRate
  return `$1 = ₹${rupees.toFixed(2)}`
}

function monthChoices(thisMonth: string) {
  return Array.from({ length: MONTHS }, (_, back) => {
    const value = addMonths(`${thisMonth}-01`, -back).slice(0, 7)
    return { value, label: formatMonth(value) }
  })
}

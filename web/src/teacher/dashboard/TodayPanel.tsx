import { useQuery } from '@tanstack/react-query'
import { calendarQuery } from '@/api/teacherClasses'
import { analyticsQuery, teacherPayoutsQuery } from '@/api/teacherPayments'
import type { CalendarEvent, Payouts } from '@/api/teacherTypes'
import { teacherCopy } from '@/copy/teacher'
import { formatMonth } from '@/lib/localDateTime'
import { formatCharge } from '@/lib/money'
import { dayOf, displayZone, formatTime, today } from '@/lib/time'
import { usePerson } from '@/session/useSession'
import { attending, type ClassView, fromEvent } from '@/teacher/classes/classView'
import { nextPayoutLabel } from '@/teacher/payments/payoutDates'
import { TextLink } from '@/ui/TextLink'
import { useIsWide } from '@/ui/useIsWide'
import { shownRange } from './calendarRange'
import classes from './Today.module.css'

const copy = teacherCopy.dashboard

/** Today's classes, the month's figures and the next payout. */
export function useToday() {
  const { email } = usePerson()
  const zone = displayZone()
  const wide = useIsWide()
  // The range that the calendar shows first, so that both use one response.
  const { from, to } = shownRange(wide ? 'week' : 'day', today(zone), zone)
  return {
    events: useQuery(calendarQuery(from, to)),
    figures: useQuery(analyticsQuery(email, null)),
    payouts: useQuery(teacherPayoutsQuery()),
  }
}

/** Today's classes, this month's earnings and the next payout. */
export function TodayPanel({ answers }: { answers: ReturnType<typeof useToday> }) {
  const zone = displayZone()
  const day = today(zone)
  const events = answers.events.data?.filter(({ dateTime }) => dayOf(dateTime, zone) === day)
  const figures = answers.figures.data
  const payouts = answers.payouts.data
  return (
    <div className={classes.panels}>
      <section aria-labelledby="today">
        <h2 id="today">{copy.today}</h2>
        {events && <TodayClasses events={events} zone={zone} />}
      </section>
      <section aria-labelledby="money">
        <h2 id="money">
          <a href="#payments">{copy.money}</a>
        </h2>
        <dl>
          <div>
            <dt>{copy.earned(formatMonth(figures?.months.at(-1)?.month ?? day))}</dt>
            <dd>{figures ? formatCharge(figures.earnings.total, figures.currency) : '–'}</dd>
          </div>
          <div>
            {payouts && <dt>{nextPayoutLabel(payouts.next.on)}</dt>}
            {payouts && <dd>{payoutText(payouts.next)}</dd>}
          </div>
        </dl>
        {payouts && payouts.next.amounts.length > 0 && !payouts.next.hasAccount && (
          <TextLink href="#payments/settings">{teacherCopy.payout.noAccount}</TextLink>
        )}
      </section>
    </div>
  )
}

function TodayClasses({ events, zone }: { events: readonly CalendarEvent[]; zone: string }) {
  if (events.length === 0) return <p className={classes.none}>{copy.noneToday}</p>
  return (
    <ol className={classes.today}>
      {events.map(fromEvent).map((one) => (
        <li key={one.slotId} data-kind={one.classTypeKey}>
          <b>{formatTime(one.dateTime, zone)}</b> {namesOf(one)}
        </li>
      ))}
    </ol>
  )
}

function namesOf(classView: ClassView): string {
  const names = attending(classView).map(({ studentName }) => studentName)
  const about = classView.title || classView.classTypeKey
  if (names.length === 0) return teacherCopy.calendar.open(about, classView.seatsTaken, classView.capacity)
  return `${names.join(', ')} · ${about}`
}

function payoutText({ amounts }: Payouts['next']): string {
  if (amounts.length === 0) return copy.nothingYet
  return amounts.map(({ amount, currency }) => formatCharge(amount, currency)).join(' + ')
}

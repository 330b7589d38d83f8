import type { Statement, StatementLine } from '@/api/teacherTypes'
import { teacherPaymentsCopy } from '@/copy/teacherPayments'
import { formatCharge } from '@/lib/money'
import { type Column, DataList } from '@/ui/DataList'
import { DescriptionList } from '@/ui/DescriptionList'
import { Kolam } from '@/ui/Kolam'
import { useIsVeryWide } from '@/ui/useIsWide'
import { formatLastDay } from './payoutDates'
import classes from './Statement.module.css'
import { statementColumns } from './statementColumns'

const copy = teacherPaymentsCopy.statement

interface StatementPaperProps {
  statement: Statement
  productName: string
}

/** The statement: recipient, total, and how each class's amount was calculated. */
export function StatementPaper({ statement, productName }: StatementPaperProps) {
  const { payout, teacher, lines, totals } = statement
  const money = (amount: number) => formatCharge(amount, payout.currency)
  const columns = statementColumns(money, totals.refunded > 0)
  const wide = useIsVeryWide()
  return (
    <article className={classes.paper} aria-label={copy.title}>
      <header className={classes.top}>
        <p className={classes.seller}>{productName}</p>
        <Kolam seed="mark" size={3} density={1} diamond={false} strokeWidth={0.09} className={classes.mark} />
      </header>
      <DescriptionList
        items={[
          { label: copy.to, value: teacher.name, note: teacher.email },
          ...(payout.accountNumberMasked ? [{ label: copy.account, value: payout.accountNumberMasked }] : []),
          { label: copy.period, value: copy.periodWords(formatLastDay(payout.until)) },
          {
            label: copy.state,
            value: teacherPaymentsCopy.payouts.state[payout.state] ?? payout.state,
            note: payout.reference && teacherPaymentsCopy.payouts.reference(payout.reference),
          },
        ]}
      />
      {wide ? (
        <StatementTable statement={statement} columns={columns} money={money} />
      ) : (
        <>
          <div className={classes.cards}>
            <DataList
              label={copy.lines}
              columns={columns}
              rows={lines}
              rowKey={({ bookingId }) => bookingId}
              cardsOnTablet
            />
          </div>
          <StatementTotals totals={totals} money={money} />
        </>
      )}
      <p className={classes.quiet}>{copy.how}</p>
    </article>
  )
}

interface StatementTableProps {
  statement: Statement
  columns: Column<StatementLine>[]
  money: (amount: number) => string
}

function StatementTable({ statement: { lines, totals }, columns, money }: StatementTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table scrolls, by keyboard too
    <section className={classes.scroll} aria-label={copy.lines} tabIndex={0}>
      <table className={classes.lines}>
        <thead>
          <tr>
            {columns.map(({ key, label, numeric }) => (
              <th key={key} scope="col" className={numeric ? classes.number : undefined}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.bookingId}>
              {columns.map(({ key, cell, numeric }) => (
                <td key={key} className={numeric ? classes.number : undefined}>
                  {cell(line)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={3}>
              {copy.total}
            </th>
            {totalAmounts(totals).map(({ label, amount }) => (
              <td key={label} className={classes.number}>
                {money(amount)}
              </td>
            ))}
          </tr>
        </tfoot>
      </table>
    </section>
  )
}

function StatementTotals({
  totals,
  money,
}: {
  totals: Statement['totals']
  money: (amount: number) => string
}) {
  return (
    <section aria-labelledby="total">
      <h2 id="total" className={classes.total}>
        {copy.total}
      </h2>
      <DescriptionList
        items={totalAmounts(totals).map(({ label, amount }) => ({ label, value: money(amount) }))}
      />
    </section>
  )
}

/** Totals in the order of the columns, starting with the discount. */
function totalAmounts(totals: Statement['totals']) {
  const labels = copy.columns
  return [
    { label: labels.discount, amount: totals.discount },
    ...(totals.refunded > 0 ? [{ label: labels.refunded, amount: totals.refunded }] : []),
    { label: labels.classPrice, amount: totals.classPrice },
    { label: labels.platform, amount: totals.serviceFee },
    { label: labels.provider, amount: totals.providerFee },
    { label: labels.commission, amount: totals.commission },
    { label: labels.net, amount: totals.net },
  ]
}

import type { CreditEntry } from '@/api/types'
import { studentCopy } from '@/copy/student'
import { formatDate } from '@/lib/time'
import { EmptyState } from '@/ui/EmptyState'
import classes from './CreditHistory.module.css'
import { entryText, formatSigned } from './creditText'

const copy = studentCopy.credits

/** All credit transactions, newest first, one sentence each. */
export function CreditHistoryTable({ entries, zone }: { entries: readonly CreditEntry[]; zone: string }) {
  return (
    <section>
      <h2 className={classes.title} id="credit-history">
        {copy.historyTitle}
      </h2>
      {entries.length === 0 ? (
        <EmptyState title={copy.historyEmpty} hint={copy.historyEmptyHint} />
      ) : (
        <table className={classes.history} aria-labelledby="credit-history">
          <thead>
            <tr>
              <th scope="col">{copy.columns.when}</th>
              <th scope="col">{copy.columns.what}</th>
              <th scope="col">{copy.columns.change}</th>
            </tr>
          </thead>
          <tbody>
            {entries.map((entry) => (
              <tr key={entry._id}>
                <td>{formatDate(entry.at, zone)}</td>
                <td>{entryText(entry, zone)}</td>
                <td className={classes.change} data-gain={entry.credits > 0 || undefined}>
                  {formatSigned(entry.credits)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}

import { Alert } from '@mantine/core'
import type { PayoutRun } from '@/api/adminPayouts'
import { adminPayoutsCopy } from '@/copy/adminPayouts'
import { uiCopy } from '@/copy/ui'
import { formatCharge } from '@/lib/money'
import classes from './Payouts.module.css'

const copy = adminPayoutsCopy.run

interface RunResultProps {
  /** With the payouts that still wait; `made`: it had some. */
  run: PayoutRun & { made: boolean }
  onClose: () => void
}

/** What a run has made that is still to be paid, and for whom it could make nothing. */
export function RunResult({
  run: { made, prepared, earlier, withoutAccount, failed },
  onClose,
}: RunResultProps) {
  const nothingDue = !made && failed.length === 0
  if (!nothingDue && [prepared, earlier, withoutAccount, failed].every(({ length }) => length === 0))
    return null
  return (
    <Alert
      className={classes.result}
      color={failed.length > 0 ? 'red' : withoutAccount.length > 0 ? 'yellow' : 'green'}
      role="status"
      withCloseButton
      closeButtonLabel={uiCopy.dismiss}
      onClose={onClose}
    >
      {nothingDue && <p>{copy.none}</p>}
      {prepared.length > 0 && <p>{copy.made(prepared.length, sumsOf(prepared))}</p>}
      {earlier.length > 0 && <p>{copy.earlier(earlier.length, sumsOf(earlier))}</p>}
      <Named words={copy.notMade} teachers={failed} />
      <Named words={copy.unpayable} teachers={withoutAccount} />
    </Alert>
  )
}

function Named({ words, teachers }: { words: string; teachers: PayoutRun['failed'] }) {
  if (teachers.length === 0) return null
  return (
    <>
      <p>{words}</p>
      <ul>
        {teachers.map(({ teacherId, name }) => (
          <li key={teacherId}>{name}</li>
        ))}
      </ul>
    </>
  )
}

/** `₹12,000 + $45.00` */
function sumsOf(payouts: PayoutRun['prepared']): string {
  const sums = new Map<string, number>()
  for (const { amount, currency } of payouts) {
    // In the smallest unit, for tenths do not add up.
    sums.set(currency, (sums.get(currency) ?? 0) + Math.round(amount * 100))
  }
  return [...sums].map(([currency, minor]) => formatCharge(minor / 100, currency)).join(' + ')
}

import { Alert } from '@mantine/core'
import { formatAmounts } from '@/admin/formatAmounts'
import type { AdminPayoutRun } from '@/api/adminPayouts'
import { adminPayoutsCopy } from '@/copy/adminPayouts'
import { uiCopy } from '@/copy/ui'
import { TextLink } from '@/ui/TextLink'
import classes from './Payouts.module.css'

const copy = adminPayoutsCopy.run

interface PayoutRunResultProps {
  /** Its lists contain only unpaid payouts; `hasPrepared`: it prepared some, paid or not. */
  run: AdminPayoutRun & { hasPrepared: boolean }
  onClose: () => void
}

/** The unpaid payouts of a run, and the teachers without one. */
export function PayoutRunResult({
  run: { hasPrepared, prepared, earlier, withoutAccount, failed },
  onClose,
}: PayoutRunResultProps) {
  const nothingDue = !hasPrepared && failed.length === 0
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
      {prepared.length > 0 && <p>{copy.made(prepared.length, formatAmounts(prepared))}</p>}
      {earlier.length > 0 && <p>{copy.earlier(earlier.length, formatAmounts(earlier))}</p>}
      <TeacherNames words={copy.notMade} teachers={failed} />
      <TeacherNames words={copy.unpayable} teachers={withoutAccount} />
    </Alert>
  )
}

function TeacherNames({ words: message, teachers }: { words: string; teachers: AdminPayoutRun['failed'] }) {
  if (teachers.length === 0) return null
  return (
    <>
      <p>{message}</p>
      <ul>
        {teachers.map(({ teacherId, name }) => (
          <li key={teacherId}>
            <TextLink href={`#people/${teacherId}`}>{name}</TextLink>
          </li>
        ))}
      </ul>
    </>
  )
}

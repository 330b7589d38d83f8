import { Alert } from '@mantine/core'
import { Raw } from '@/admin/Raw'
import type { PendingTeacher } from '@/api/adminTypes'
import { adminCopy } from '@/copy/admin'
import { formatCharge } from '@/lib/money'
import { Facts } from '@/ui/Facts'
import { When } from '@/ui/When'
import classes from './Approvals.module.css'

const copy = adminCopy.approvals

const named = (fields: readonly string[]) => fields.map((name) => adminCopy.fields[name] ?? name).join(', ')

/** What unfolds below a row (SPEC §2): the warning, the application, and everything as it was sent. */
export function TeacherDetails({ teacher }: { teacher: PendingTeacher }) {
  const { missing, changed, previousRejection, teacherProfile, paymentSettings } = teacher
  return (
    <div className={classes.details}>
      {missing.length > 0 && (
        <Alert color="yellow" title={copy.warning}>
          {copy.missing(named(missing))}
        </Alert>
      )}
      {previousRejection && (
        <Alert color="blue" title={copy.again}>
          {previousRejection.reason && <p>{copy.before(previousRejection.reason)}</p>}
          <p>{changed.length > 0 ? copy.changed(named(changed)) : copy.unchanged}</p>
        </Alert>
      )}
      <Facts
        facts={[
          { label: copy.bio, value: text(teacher.bio), long: true },
          { label: copy.experience, value: text(teacherProfile.experience), long: true },
          { label: copy.instagram, value: text(teacherProfile.socialMedia.instagram) },
          { label: copy.inr, value: rate(paymentSettings.inrRate, 'INR') },
          { label: copy.usd, value: rate(paymentSettings.usdRate, 'USD') },
          ...(teacher.appliedAt ? [{ label: copy.applied, value: <When at={teacher.appliedAt} /> }] : []),
        ]}
      />
      <Raw label={copy.raw} data={teacher} />
    </div>
  )
}

function text(words: string | null) {
  return words?.trim() ? <span className={classes.text}>{words}</span> : adminCopy.notProvided
}

function rate(amount: number | null, currency: string) {
  return amount === null ? adminCopy.notProvided : formatCharge(amount, currency)
}

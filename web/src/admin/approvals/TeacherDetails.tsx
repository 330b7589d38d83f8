import { Alert } from '@mantine/core'
import { JsonDetails } from '@/admin/JsonDetails'
import type { PendingTeacher } from '@/api/adminTypes'
import { adminCopy } from '@/copy/admin'
import { formatCharge } from '@/lib/money'
import { DateTime } from '@/ui/DateTime'
import { DescriptionList } from '@/ui/DescriptionList'
import classes from './Approvals.module.css'

const copy = adminCopy.approvals

const fieldLabels = (fields: readonly string[]) =>
  fields.map((name) => adminCopy.fields[name] ?? name).join(', ')

/** Details below a row (SPEC §2): warnings, the application, and the raw data. */
export function TeacherDetails({ teacher }: { teacher: PendingTeacher }) {
  const { missing, changed, previousRejection, teacherProfile, paymentSettings } = teacher
  return (
    <div className={classes.details}>
      {missing.length > 0 && (
        <Alert color="yellow" title={copy.warning}>
          {copy.missing(fieldLabels(missing))}
        </Alert>
      )}
      {previousRejection && (
        <Alert color="blue" title={copy.again}>
          {previousRejection.reason && <p>{copy.before(previousRejection.reason)}</p>}
          <p>{changed.length > 0 ? copy.changed(fieldLabels(changed)) : copy.unchanged}</p>
        </Alert>
      )}
      <DescriptionList
        items={[
          { label: copy.bio, value: textOrPlaceholder(teacher.bio), fullWidth: true },
          { label: copy.experience, value: textOrPlaceholder(teacherProfile.experience), fullWidth: true },
          { label: copy.instagram, value: textOrPlaceholder(teacherProfile.socialMedia.instagram) },
          { label: copy.inr, value: rateOrPlaceholder(paymentSettings.inrRate, 'INR') },
          { label: copy.usd, value: rateOrPlaceholder(paymentSettings.usdRate, 'USD') },
          ...(teacher.appliedAt
            ? [{ label: copy.applied, value: <DateTime instant={teacher.appliedAt} /> }]
            : []),
        ]}
      />
      <JsonDetails label={copy.raw} data={teacher} />
    </div>
  )
}

function textOrPlaceholder(text: string | null) {
  return text?.trim() ? <span className={classes.text}>{text}</span> : adminCopy.notProvided
}

function rateOrPlaceholder(amount: number | null, currency: string) {
  return amount === null ? adminCopy.notProvided : formatCharge(amount, currency)
}

import { Alert } from '@mantine/core'
import { JsonDetails } from '@/admin/JsonDetails'
import type { PendingTeacher } from '@/api/adminTypes'
import { adminCopy } from '@/copy/admin'
import { adminApplicationCopy } from '@/copy/adminApplication'
import { formatCharge } from '@/lib/money'
import { DateTime } from '@/ui/DateTime'
import { DescriptionList } from '@/ui/DescriptionList'
import { TextLink } from '@/ui/TextLink'
import classes from './Approvals.module.css'
import { hoursText } from './hoursText'

const copy = adminApplicationCopy

const fieldLabels = (fields: readonly string[]) => fields.map((name) => copy.fields[name] ?? name).join(', ')

/** Details below a row (SPEC §2): warnings, the application, and the raw data. */
export function TeacherDetails({ teacher }: { teacher: PendingTeacher }) {
  const { missing, changed, previousRejection, teacherProfile, paymentSettings, availability } = teacher
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
          ...(teacher.appliedAt
            ? [{ label: copy.applied, value: <DateTime instant={teacher.appliedAt} withZone /> }]
            : []),
          { label: copy.phone, value: textOrPlaceholder(teacher.phone) },
          { label: copy.country, value: textOrPlaceholder(teacherProfile.country) },
          { label: copy.styles, value: textOrPlaceholder(styleList(teacher)) },
          { label: copy.guru, value: textOrPlaceholder(teacherProfile.guru) },
          { label: copy.education, value: textOrPlaceholder(teacherProfile.danceEducation), fullWidth: true },
          { label: copy.years, value: textOrPlaceholder(teacherProfile.yearsTeaching) },
          { label: copy.ages, value: textOrPlaceholder(teacherProfile.studentAges.join(', ')) },
          { label: copy.video, value: <LinkOrPlaceholder href={teacherProfile.performanceVideoLink} /> },
          { label: copy.helpVideo, value: <LinkOrPlaceholder href={teacherProfile.helpVideoLink} /> },
          { label: copy.meetingLink, value: <LinkOrPlaceholder href={teacherProfile.googleMeetLink} /> },
          ...(teacherProfile.keyHighlights.length > 0
            ? [{ label: copy.highlights, value: teacherProfile.keyHighlights.join('\n'), fullWidth: true }]
            : []),
          ...(teacherProfile.notes.trim()
            ? [{ label: copy.notes, value: textOrPlaceholder(teacherProfile.notes), fullWidth: true }]
            : []),
          { label: copy.bio, value: textOrPlaceholder(teacher.bio), fullWidth: true },
          { label: copy.experience, value: textOrPlaceholder(teacherProfile.experience), fullWidth: true },
          { label: copy.instagram, value: textOrPlaceholder(teacherProfile.socialMedia.instagram) },
          {
            label: copy.hours,
            value: textOrPlaceholder(availability && hoursText(availability)),
            fullWidth: true,
          },
          { label: copy.inr, value: rateOrPlaceholder(paymentSettings.inrRate, 'INR') },
          { label: copy.usd, value: rateOrPlaceholder(paymentSettings.usdRate, 'USD') },
        ]}
      />
      <JsonDetails label={copy.raw} data={teacher} />
    </div>
  )
}

/** Dance styles with their levels, or without if the server has none. */
function styleList({ danceStyles, teacherProfile }: PendingTeacher): string {
  const withLevel = teacherProfile.danceStylesWithLevel as { style?: string; level?: string }[]
  const styles = withLevel.map(({ style, level }) => (level ? `${style} (${level})` : style))
  return (styles.length > 0 ? styles : danceStyles).join(', ')
}

function LinkOrPlaceholder({ href }: { href: string | null }) {
  if (!href?.startsWith('https://')) return textOrPlaceholder(href)
  return (
    <TextLink href={href} external>
      {href}
    </TextLink>
  )
}

function textOrPlaceholder(text: string | null) {
  return text?.trim() ? <span className={classes.text}>{text}</span> : adminCopy.notProvided
}

function rateOrPlaceholder(amount: number | null, currency: string) {
  return amount === null ? adminCopy.notProvided : formatCharge(amount, currency)
}

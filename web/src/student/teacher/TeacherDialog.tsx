import { useQuery } from '@tanstack/react-query'
import { teacherQuery } from '@/api/people'
import type { UserRecord } from '@/api/types'
import { danceStyleLabel, languageLabel } from '@/copy/labels'
import { childSectionsCopy } from '@/copy/studentChildSections'
import { teacherAboutCopy as copy } from '@/copy/teacherAbout'
import { useChild } from '@/family/childName'
import { DescriptionList } from '@/ui/DescriptionList'
import { Dialog } from '@/ui/Dialog'
import { QueryBoundary } from '@/ui/QueryBoundary'
import { TextLink } from '@/ui/TextLink'
import classes from './TeacherDialog.module.css'

interface TeacherDialogProps {
  teacherId: string
  name: string
  opened: boolean
  onClose: () => void
}

/** What the student's teacher says: the facts of the invite page. */
export function TeacherDialog({ teacherId, name, opened, onClose }: TeacherDialogProps) {
  const { loading, failed } = useChild() ? childSectionsCopy.teacher : copy
  const teacher = useQuery({ ...teacherQuery(teacherId), enabled: opened })
  return (
    <Dialog opened={opened} onClose={onClose} title={name} size={560}>
      <QueryBoundary query={teacher} loading={loading} failed={failed} height={320}>
        {(record) => <Facts teacher={record} />}
      </QueryBoundary>
    </Dialog>
  )
}

function Facts({ teacher: { bio, danceStyles, teacherProfile } }: { teacher: UserRecord }) {
  const profile: NonNullable<UserRecord['teacherProfile']> = teacherProfile ?? { experience: '' }
  const texts: [string, string | null | undefined][] = [
    [copy.styles, danceStyles.map(danceStyleLabel).join(', ')],
    [copy.guru, profile.guru],
    [copy.years, profile.yearsTeaching && copy.yearsValue(profile.yearsTeaching.replace('-', '–'))],
    [copy.ages, (profile.studentAges ?? []).map((age) => copy.ageNames[age] ?? age).join(', ')],
    [copy.languages, (profile.languages ?? []).map(languageLabel).join(', ')],
    [copy.education, profile.danceEducation],
    [copy.experience, profile.experience],
    [copy.highlights, (profile.keyHighlights ?? []).join('\n')],
  ]
  const items = texts.flatMap(([label, text]) =>
    text
      ? {
          label,
          value: (
            <span className={classes.text} dir="auto">
              {text}
            </span>
          ),
          fullWidth: true,
        }
      : [],
  )
  return (
    <>
      {profile.photoUrl && (
        <img className={classes.photo} src={profile.photoUrl} alt="" width={160} height={160} />
      )}
      {bio && (
        <p className={classes.text} dir="auto">
          {bio}
        </p>
      )}
      <DescriptionList items={items} />
      {profile.performanceVideoLink && (
        <p>
          <TextLink href={profile.performanceVideoLink} external>
            {copy.video}
          </TextLink>
        </p>
      )}
    </>
  )
}

import { Badge } from '@mantine/core'
import type { UserRecord } from '@/api/teacherTypes'
import { profileCopy as copy } from '@/copy/teacherProfile'
import { AGE_GROUPS } from '@/lib/teacherOptions'
import { DescriptionList } from '@/ui/DescriptionList'
import { TextLink } from '@/ui/TextLink'
import classes from './Profile.module.css'
import { type ProfileValues, toProfileValues } from './profileForm'

/** The profile, read-only. */
export function ProfileDetails({ user }: { user: UserRecord }) {
  const values = toProfileValues(user)
  const { phone, experience, bio, danceStyles, googleMeetLink } = values
  return (
    <DescriptionList
      items={[
        { label: copy.phone, value: phone || copy.empty },
        { label: copy.experience, value: <FreeText text={experience} />, fullWidth: true },
        { label: copy.bio, value: <FreeText text={bio} />, fullWidth: true },
        {
          label: copy.styles,
          value:
            danceStyles.length === 0 ? (
              copy.empty
            ) : (
              <span className={classes.tags}>
                {danceStyles.map((style) => (
                  <Badge key={style} variant="light" tt="none" size="lg">
                    {style}
                  </Badge>
                ))}
              </span>
            ),
          fullWidth: true,
        },
        {
          label: copy.meetingLink,
          value: googleMeetLink.startsWith('https://') ? (
            <TextLink href={googleMeetLink} external>
              {googleMeetLink}
            </TextLink>
          ) : (
            copy.empty
          ),
          fullWidth: true,
        },
        ...publicItems(values),
      ]}
    />
  )
}

/** What the invite page shows besides bio and styles. */
function publicItems(values: ProfileValues) {
  const ages = AGE_GROUPS.filter(({ value }) => values.studentAges.includes(value)).map(({ label }) => label)
  const texts: [string, string][] = [
    [copy.public.guru, values.guru],
    [copy.public.education, values.danceEducation],
    [copy.public.ages, ages.join(', ')],
    [copy.public.languages, values.languages.join(', ')],
    [copy.public.highlights, values.keyHighlights.join('\n')],
    [copy.public.video, values.performanceVideoLink],
    [copy.public.listed, values.showOnList ? copy.public.listedYes : copy.public.listedNo],
  ]
  return texts.map(([label, text]) => ({ label, value: <FreeText text={text} />, fullWidth: true }))
}

/** Text in any language; the browser detects its direction. */
function FreeText({ text }: { text: string }) {
  return (
    <span className={classes.prose} dir="auto">
      {text || copy.empty}
    </span>
  )
}

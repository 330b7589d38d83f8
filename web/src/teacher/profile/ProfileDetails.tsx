import { Badge } from '@mantine/core'
import type { UserRecord } from '@/api/teacherTypes'
import { profileCopy as copy } from '@/copy/teacherProfile'
import { DescriptionList } from '@/ui/DescriptionList'
import { TextLink } from '@/ui/TextLink'
import classes from './Profile.module.css'
import { toProfileValues } from './profileForm'

/** The profile, read-only. */
export function ProfileDetails({ user }: { user: UserRecord }) {
  const { phone, experience, bio, danceStyles, googleMeetLink } = toProfileValues(user)
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
      ]}
    />
  )
}

/** Text in any language; the browser detects its direction. */
function FreeText({ text }: { text: string }) {
  return (
    <span className={classes.prose} dir="auto">
      {text || copy.empty}
    </span>
  )
}

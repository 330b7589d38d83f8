import { Badge } from '@mantine/core'
import type { TeacherUser } from '@/api/teacherTypes'
import { profileCopy as copy } from '@/copy/teacherProfile'
import { Facts } from '@/ui/Facts'
import { TextLink } from '@/ui/TextLink'
import classes from './Profile.module.css'
import { toValues } from './profileForm'

/** The profile to be read. */
export function ProfileFacts({ user }: { user: TeacherUser }) {
  const { phone, experience, bio, danceStyles, googleMeetLink } = toValues(user)
  return (
    <Facts
      facts={[
        { label: copy.phone, value: phone || copy.empty },
        { label: copy.experience, value: <Prose text={experience} />, long: true },
        { label: copy.bio, value: <Prose text={bio} />, long: true },
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
          long: true,
        },
        {
          label: copy.meetingLink,
          value: googleMeetLink.startsWith('https://') ? (
            <TextLink href={googleMeetLink} outside>
              {googleMeetLink}
            </TextLink>
          ) : (
            copy.empty
          ),
          long: true,
        },
      ]}
    />
  )
}

/** In whichever direction its language runs. */
function Prose({ text }: { text: string }) {
  return (
    <span className={classes.prose} dir="auto">
      {text || copy.empty}
    </span>
  )
}

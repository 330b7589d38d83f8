import { TagsInput, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { UserRecord } from '@/api/teacherTypes'
import { teacherCopy } from '@/copy/teacher'
import { profileCopy as copy } from '@/copy/teacherProfile'
import { charCount } from '@/lib/charCount'
import { DANCE_STYLES } from '@/lib/teacherOptions'
import page from '@/teacher/TeacherPage.module.css'
import { TextLink } from '@/ui/TextLink'
import classes from './Profile.module.css'
import { PublicFields } from './PublicFields'
import type { ProfileValues } from './profileForm'

const MAX_STYLES = 20
const MAX_STYLE_CHARS = 50

interface ProfileFieldsProps {
  form: UseFormReturnType<ProfileValues>
  user: UserRecord
  email: string
  busy: boolean
}

/** Editable fields of the profile; the name belongs to the account, the email to the identity provider. */
export function ProfileFields({ form, user, email, busy }: ProfileFieldsProps) {
  return (
    <fieldset className={page.fields} disabled={busy}>
      <ReadOnlyFields name={user.name} email={user.email ?? email} />
      <TextInput
        label={copy.phone}
        type="tel"
        autoComplete="tel"
        maxLength={40}
        {...form.getInputProps('phone')}
      />
      <Textarea
        label={copy.experience}
        autosize
        minRows={3}
        maxLength={2000}
        dir="auto"
        {...form.getInputProps('experience')}
      />
      <Textarea
        label={copy.bio}
        description={`${charCount(form.values.bio)} / 1000`}
        autosize
        minRows={4}
        dir="auto"
        {...form.getInputProps('bio')}
      />
      <TagsInput
        label={copy.styles}
        description={copy.stylesHint}
        data={[...DANCE_STYLES]}
        maxTags={MAX_STYLES}
        acceptValueOnBlur
        splitChars={[',']}
        {...form.getInputProps('danceStyles')}
        onChange={(styles) =>
          form.setFieldValue(
            'danceStyles',
            styles.map((style) => style.trim().slice(0, MAX_STYLE_CHARS)).filter(Boolean),
          )
        }
      />
      <TextInput
        label={copy.meetingLink}
        description={copy.meetingHint}
        type="url"
        {...form.getInputProps('googleMeetLink')}
      />
      <PublicFields form={form} />
    </fieldset>
  )
}

function ReadOnlyFields({ name, email }: { name: string; email: string }) {
  return (
    <div className={page.pair}>
      <TextInput
        label={copy.name}
        description={
          <>
            {copy.nameHint} <TextLink href="#account">{teacherCopy.menu.account}</TextLink>.
          </>
        }
        value={name}
        readOnly
        variant="filled"
        classNames={{ input: classes.readOnly }}
      />
      <TextInput
        label={copy.email}
        description={copy.readOnly}
        value={email}
        readOnly
        variant="filled"
        classNames={{ input: classes.readOnly }}
      />
    </div>
  )
}

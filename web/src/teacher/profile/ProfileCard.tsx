import { Badge, Button } from '@mantine/core'
import { useEffect } from 'react'
import type { UserRecord } from '@/api/teacherTypes'
import { useAppConfig } from '@/api/useAppConfig'
import { teacherCopy } from '@/copy/teacher'
import { profileCopy as copy } from '@/copy/teacherProfile'
import { invitationLink } from '@/lib/invitation'
import { ConflictNotice } from '@/teacher/ConflictNotice'
import page from '@/teacher/TeacherPage.module.css'
import { copyText } from '@/ui/copyText'
import { TextLink } from '@/ui/TextLink'
import { PhotoField } from './PhotoField'
import classes from './Profile.module.css'
import { ProfileDetails } from './ProfileDetails'
import { ProfileFields } from './ProfileFields'
import { useProfileForm } from './useProfileForm'

interface ProfileCardProps {
  user: UserRecord
  email: string
  reload: () => Promise<UserRecord | undefined>
  onUnsaved: (unsaved: boolean) => void
}

/** The profile; one button toggles between 'Edit Profile' and 'Save Changes' (SPEC §2). */
export function ProfileCard({ user: loadedUser, email, reload, onUnsaved }: ProfileCardProps) {
  const profile = useProfileForm(email, loadedUser)
  const { user, form, editing, saving, unsaved } = profile
  useEffect(() => {
    onUnsaved(unsaved)
    return () => onUnsaved(false)
  }, [unsaved, onUnsaved])
  const loadNewer = async () => {
    const newer = await reload()
    if (newer) profile.showSaved(newer)
  }
  return (
    <form className={page.card} onSubmit={profile.submit} noValidate aria-label={copy.title}>
      <ProfileHead user={user} email={email} />
      {editing ? (
        <ProfileFields form={form} user={user} email={email} busy={saving.isPending} />
      ) : (
        <ProfileDetails user={user} />
      )}
      {profile.conflict && (
        <ConflictNotice
          message={copy.conflict}
          action={copy.loadNewer}
          onLoadNewer={() => void loadNewer()}
        />
      )}
      <div className={page.foot}>
        {editing && (
          <Button variant="default" onClick={profile.discard} disabled={saving.isPending}>
            {copy.discard}
          </Button>
        )}
        {editing ? (
          <Button key="save" type="submit" loading={saving.isPending}>
            {copy.save}
          </Button>
        ) : (
          <Button key="edit" onClick={profile.edit}>
            {copy.edit}
          </Button>
        )}
      </div>
    </form>
  )
}

function ProfileHead({ user, email }: Pick<ProfileCardProps, 'user' | 'email'>) {
  const config = useAppConfig()
  const code = user.referralCode
  return (
    <div className={classes.top}>
      <PhotoField user={user} />
      <div>
        <p className={classes.name}>{user.name}</p>
        <p className={page.hint}>{user.email ?? email}</p>
        {user.teacherSettings?.foundingTeacher && (
          <Badge color="yellow" variant="light" tt="none" title={copy.foundingHint}>
            {copy.founding}
          </Badge>
        )}
      </div>
      <div className={classes.code}>
        <span className={page.hint}>{copy.code}</span>
        <strong>{code ?? copy.noCode}</strong>
        {code && (
          <Button
            variant="default"
            onClick={() =>
              void copyText(
                invitationLink(code, config?.publicUrl),
                teacherCopy.share.linkCopied,
                teacherCopy.share.copyFailed,
              )
            }
          >
            {copy.copyLink}
          </Button>
        )}
        {code && (
          <TextLink href={`/t/${code}`} external>
            {copy.public.open}
          </TextLink>
        )}
      </div>
    </div>
  )
}

import { Badge, Button } from '@mantine/core'
import { useEffect } from 'react'
import type { TeacherUser } from '@/api/teacherTypes'
import { useAppConfig } from '@/api/useAppConfig'
import { teacherCopy } from '@/copy/teacher'
import { profileCopy as copy } from '@/copy/teacherProfile'
import { Conflict } from '@/teacher/Conflict'
import { invitationLink } from '@/teacher/dashboard/invitation'
import page from '@/teacher/TeacherPage.module.css'
import { copyText } from '@/ui/copyText'
import { TeacherEmblem } from '@/ui/TeacherEmblem'
import classes from './Profile.module.css'
import { ProfileFacts } from './ProfileFacts'
import { ProfileFields } from './ProfileFields'
import { useProfileForm } from './useProfileForm'

interface ProfileCardProps {
  user: TeacherUser
  email: string
  readAgain: () => Promise<TeacherUser | undefined>
  onUnsaved: (unsaved: boolean) => void
}

/** The profile; one button toggles between 'Edit Profile' and 'Save Changes' (SPEC §2). */
export function ProfileCard({ user: read, email, readAgain, onUnsaved }: ProfileCardProps) {
  const config = useAppConfig()
  const profile = useProfileForm(email, read)
  const { user, form, editing, saving, unsaved } = profile
  useEffect(() => {
    onUnsaved(unsaved)
    return () => onUnsaved(false)
  }, [unsaved, onUnsaved])
  const loadNewer = async () => {
    const newer = await readAgain()
    if (newer) profile.show(newer)
  }
  const code = user.referralCode
  return (
    <form className={page.card} onSubmit={profile.submit} noValidate aria-label={copy.title}>
      <div className={classes.top}>
        <TeacherEmblem teacherId={user._id} size="large" />
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
        </div>
      </div>
      {editing ? (
        <ProfileFields form={form} user={user} email={email} busy={saving.isPending} />
      ) : (
        <ProfileFacts user={user} />
      )}
      {profile.conflict && (
        <Conflict words={copy.conflict} action={copy.loadNewer} onNewer={() => void loadNewer()} />
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

import { Button, FileButton } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { ApiError } from '@/api/error'
import { serverFirstErrorText } from '@/api/errorText'
import { removePhoto, uploadPhoto } from '@/api/teacherPeople'
import type { UserRecord } from '@/api/teacherTypes'
import { profileCopy } from '@/copy/teacherProfile'
import page from '@/teacher/TeacherPage.module.css'
import { TeacherEmblem } from '@/ui/TeacherEmblem'
import { toastError, toastSuccess } from '@/ui/toast'
import classes from './Profile.module.css'

const copy = profileCopy.public

/** The portrait, saved as soon as it is chosen. */
export function PhotoField({ user }: { user: UserRecord }) {
  const [url, setUrl] = useState(user.teacherProfile?.photoUrl)
  const onError = (error: ApiError) =>
    toastError(error.fieldErrors.photo ?? serverFirstErrorText(error, copy.photoFailed))
  const upload = useMutation({
    mutationFn: uploadPhoto,
    onSuccess: ({ photoUrl }) => {
      setUrl(photoUrl)
      toastSuccess(copy.photoSaved)
    },
    onError,
  })
  const removal = useMutation({
    mutationFn: removePhoto,
    onSuccess: () => {
      setUrl(undefined)
      toastSuccess(copy.photoRemoved)
    },
    onError,
  })
  const busy = upload.isPending || removal.isPending
  return (
    <div className={classes.portrait}>
      {url ? (
        <img className={classes.photo} src={url} alt="" width={88} height={88} />
      ) : (
        <TeacherEmblem teacherId={user._id} size="large" />
      )}
      <div>
        <div className={classes.photoActions}>
          <FileButton
            accept="image/jpeg,image/png,image/webp"
            onChange={(file) => file && upload.mutate(file)}
            disabled={busy}
          >
            {(props) => (
              <Button {...props} variant="default" size="compact-md" loading={upload.isPending}>
                {url ? copy.changePhoto : copy.choosePhoto}
              </Button>
            )}
          </FileButton>
          {url && (
            <Button variant="subtle" size="compact-md" onClick={() => removal.mutate()} disabled={busy}>
              {copy.removePhoto}
            </Button>
          )}
        </div>
        <p className={page.hint}>{copy.photoHint}</p>
      </div>
    </div>
  )
}

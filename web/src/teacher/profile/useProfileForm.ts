import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ApiError } from '@/api/error'
import { serverText } from '@/api/errorText'
import { invalidate } from '@/api/queryClient'
import { teacherKeys } from '@/api/teacherKeys'
import { teacherUserQuery, updateProfile } from '@/api/teacherPeople'
import type { TeacherUser } from '@/api/teacherTypes'
import { profileCopy as copy } from '@/copy/teacherProfile'
import { renamed, tellRefusal } from '@/teacher/refusal'
import { toastSuccess } from '@/ui/toast'
import { useFocusFirstError } from '@/ui/useFocusFirstError'
import { changesOf, type ProfileValues, profileErrors, saved, toValues } from './profileForm'

/** The profile on the screen, and the form while it is edited. */
export function useProfileForm(email: string, read: TeacherUser) {
  const client = useQueryClient()
  const [user, setUser] = useState(read)
  const [editing, setEditing] = useState(false)
  const before = toValues(user)
  const form = useForm<ProfileValues>({
    initialValues: before,
    validate: (values) => profileErrors(values, before),
  })
  const saving = useMutation({
    mutationFn: (values: ProfileValues) =>
      updateProfile({
        email,
        ...(user.teacherSettings ? { version: user.teacherSettings.version } : {}),
        profile: changesOf(values, before),
      }),
    onSuccess: async ({ version }, values) => {
      show(await readBack(version, values))
      setEditing(false)
      toastSuccess(copy.saved)
    },
    onError: refused,
  })
  const focusFirstError = useFocusFirstError(saving.isPending)

  function show(newer: TeacherUser): void {
    setUser(newer)
    form.setValues(toValues(newer))
    form.clearErrors()
    saving.reset()
  }

  /** What the server has now; where it cannot be read just then, what was sent to it. */
  async function readBack(version: number, values: ProfileValues): Promise<TeacherUser> {
    await invalidate(client, { queryKey: teacherKeys.user(email), refetchType: 'none' })
    return client.fetchQuery(teacherUserQuery(email)).catch(() => saved(user, values, version))
  }

  function refused(error: ApiError): void {
    const errors = renamed(error, /^profile\.(\w+).*$/, '$1')
    tellRefusal(error, { form, errors, focusFirstError, otherwise: serverText(error, copy.failed) })
  }

  return {
    user,
    form,
    editing,
    saving,
    conflict: saving.error?.code === 'version_conflict',
    unsaved: editing && JSON.stringify(form.values) !== JSON.stringify(before),
    submit: form.onSubmit((values) => saving.mutate(values), focusFirstError),
    show,
    edit: () => setEditing(true),
    discard: () => {
      show(user)
      setEditing(false)
    },
  }
}

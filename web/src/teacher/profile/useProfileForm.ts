import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ApiError } from '@/api/error'
import { serverFirstErrorText } from '@/api/errorText'
import { invalidate } from '@/api/queryClient'
import { teacherKeys } from '@/api/teacherKeys'
import { teacherUserQuery, updateProfile } from '@/api/teacherPeople'
import type { UserRecord } from '@/api/teacherTypes'
import { profileCopy as copy } from '@/copy/teacherProfile'
import { renameFields, showServerErrors } from '@/teacher/formErrors'
import { toastSuccess } from '@/ui/toast'
import { useFocusFirstError } from '@/ui/useFocusFirstError'
import { applyProfile, changesOf, type ProfileValues, profileErrors, toProfileValues } from './profileForm'

/** State of the profile: values, the form while editing, and saving. */
export function useProfileForm(email: string, loadedUser: UserRecord) {
  const client = useQueryClient()
  const [user, setUser] = useState(loadedUser)
  const [editing, setEditing] = useState(false)
  const savedValues = toProfileValues(user)
  const form = useForm<ProfileValues>({
    initialValues: savedValues,
    validate: (values) => profileErrors(values, savedValues),
  })
  const saving = useMutation({
    mutationFn: (values: ProfileValues) =>
      updateProfile({
        email,
        ...(user.teacherSettings ? { version: user.teacherSettings.version } : {}),
        profile: changesOf(values, savedValues),
      }),
    onSuccess: async ({ version }, values) => {
      showSaved(await fetchSaved(version, values))
      setEditing(false)
      toastSuccess(copy.saved)
    },
    onError: handleError,
  })
  const focusFirstError = useFocusFirstError(saving.isPending)

  function showSaved(newer: UserRecord): void {
    setUser(newer)
    form.setValues(toProfileValues(newer))
    form.clearErrors()
    saving.reset()
  }

  /** The saved record from the server; if it cannot be loaded, the record with the sent values. */
  async function fetchSaved(version: number, values: ProfileValues): Promise<UserRecord> {
    await invalidate(client, { queryKey: teacherKeys.user(email), refetchType: 'none' })
    return client
      .fetchQuery({ ...teacherUserQuery(email), networkMode: 'always' })
      .catch(() => applyProfile(user, values, version))
  }

  function handleError(error: ApiError): void {
    const errors = renameFields(error, /^profile\.(\w+).*$/, '$1')
    showServerErrors(error, {
      form,
      errors,
      focusFirstError,
      fallback: serverFirstErrorText(error, copy.failed),
    })
  }

  return {
    user,
    form,
    editing,
    saving,
    conflict: saving.error?.code === 'version_conflict',
    unsaved: editing && JSON.stringify(form.values) !== JSON.stringify(savedValues),
    submit: form.onSubmit((values) => saving.mutate(values), focusFirstError),
    showSaved,
    edit: () => setEditing(true),
    discard: () => {
      showSaved(user)
      setEditing(false)
    },
  }
}

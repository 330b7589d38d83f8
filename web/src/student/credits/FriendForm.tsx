import { Button, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { errorText } from '@/api/errorText'
import { keys } from '@/api/keys'
import { invalidate } from '@/api/queryClient'
import { referFriend } from '@/api/referrals'
import { friendsCopy as copy } from '@/copy/friends'
import { charCount } from '@/lib/charCount'
import { usePerson } from '@/session/useSession'
import { toastError, toastSuccess } from '@/ui/toast'
import { useFocusFirstError } from '@/ui/useFocusFirstError'
import classes from './Friends.module.css'

/** Limits of the server: friends who have not taken a class yet, and length of a name. */
const MAX_WAITING = 20
const MAX_NAME_CHARS = 200

/** Form to refer a friend. The server does not reveal whether an address is registered. */
export function FriendForm({ waiting }: { waiting: number }) {
  const { email: ownEmail } = usePerson()
  const client = useQueryClient()
  const form = useForm({
    initialValues: { name: '', email: '' },
    validate: { name: nameError, email: (email) => emailError(email, ownEmail) },
  })
  const referral = useMutation({
    mutationFn: referFriend,
    onSuccess: () => {
      form.reset()
      toastSuccess(copy.done)
      return invalidate(client, { queryKey: keys.referrals })
    },
    onError: (error) => {
      form.setErrors(error.fieldErrors)
      if (Object.keys(error.fieldErrors).length > 0) focusFirstError()
      else if (error.code === 'too_many_requests' && waiting >= MAX_WAITING) toastError(copy.tooMany)
      else toastError(errorText(error, copy.failed))
    },
  })
  const focusFirstError = useFocusFirstError(referral.isPending)
  return (
    <form
      className={classes.card}
      aria-label={copy.title}
      noValidate
      onSubmit={form.onSubmit(
        ({ name, email }) => referral.mutate({ name: name.trim(), email: email.trim() }),
        focusFirstError,
      )}
    >
      <fieldset className={classes.fields} disabled={referral.isPending}>
        <TextInput
          label={copy.name}
          dir="auto"
          autoComplete="off"
          withAsterisk
          {...form.getInputProps('name')}
        />
        <TextInput
          type="email"
          label={copy.email}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          withAsterisk
          {...form.getInputProps('email')}
        />
      </fieldset>
      <Button type="submit" loading={referral.isPending}>
        {copy.send}
      </Button>
    </form>
  )
}

function nameError(name: string): string | null {
  if (!name.trim()) return copy.errors.name
  return charCount(name.trim()) > MAX_NAME_CHARS ? copy.errors.nameLong : null
}

/** Only rejects obvious typos; the server validates the address. */
function emailError(email: string, ownEmail: string): string | null {
  const typed = email.trim()
  if (!/^[^\s@]+@[^\s@]+$/.test(typed)) return copy.errors.email
  return typed.toLowerCase() === ownEmail.toLowerCase() ? copy.errors.own : null
}

import { Button, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { errorText } from '@/api/errorText'
import { keys } from '@/api/keys'
import { invalidate } from '@/api/queryClient'
import { referFriend } from '@/api/referrals'
import { friendsCopy as copy } from '@/copy/friends'
import { letterCount } from '@/lib/letters'
import { usePerson } from '@/session/useSession'
import { toastError, toastSuccess } from '@/ui/toast'
import { useFocusFirstError } from '@/ui/useFocusFirstError'
import classes from './Friends.module.css'

/** As many friends as may wait for their first class, and the longest name (the server's own limits). */
const MOST_WAITING = 20
const MOST_NAME = 200

/** Names a friend. Whom the server knows already it does not tell, so nobody learns who else is here. */
export function FriendForm({ waiting }: { waiting: number }) {
  const { email: own } = usePerson()
  const client = useQueryClient()
  const form = useForm({
    initialValues: { name: '', email: '' },
    validate: { name: nameError, email: (email) => emailError(email, own) },
  })
  const naming = useMutation({
    mutationFn: referFriend,
    onSuccess: () => {
      form.reset()
      toastSuccess(copy.done)
      return invalidate(client, { queryKey: keys.referrals })
    },
    onError: (error) => {
      form.setErrors(error.fieldErrors)
      if (Object.keys(error.fieldErrors).length > 0) focusFirstError()
      else if (error.code === 'too_many_requests' && waiting >= MOST_WAITING) toastError(copy.tooMany)
      else toastError(errorText(error, copy.failed))
    },
  })
  const focusFirstError = useFocusFirstError(naming.isPending)
  return (
    <form
      className={classes.card}
      aria-label={copy.title}
      noValidate
      onSubmit={form.onSubmit(
        ({ name, email }) => naming.mutate({ name: name.trim(), email: email.trim() }),
        focusFirstError,
      )}
    >
      <fieldset className={classes.fields} disabled={naming.isPending}>
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
      <Button type="submit" loading={naming.isPending}>
        {copy.send}
      </Button>
    </form>
  )
}

function nameError(name: string): string | null {
  if (!name.trim()) return copy.errors.name
  return letterCount(name.trim()) > MOST_NAME ? copy.errors.nameLong : null
}

/** Only what is plainly no address; the server looks closer. */
function emailError(email: string, own: string): string | null {
  const typed = email.trim()
  if (!/^[^\s@]+@[^\s@]+$/.test(typed)) return copy.errors.email
  return typed.toLowerCase() === own.toLowerCase() ? copy.errors.own : null
}

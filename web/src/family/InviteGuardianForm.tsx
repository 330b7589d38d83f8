import { Button, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { ApiError } from '@/api/error'
import { errorText } from '@/api/errorText'
import { guardiansQuery, inviteGuardian } from '@/api/guardians'
import { invalidate } from '@/api/queryClient'
import { guardiansCopy } from '@/copy/guardians'
import { toastError, toastSuccess } from '@/ui/toast'
import { useFocusFirstError } from '@/ui/useFocusFirstError'
import { fieldErrorText } from './fieldErrorText'
import classes from './Guardians.module.css'

const copy = guardiansCopy.invite

/** Only rejects obvious typos; the server validates the address. */
const ADDRESS = /^[^\s@]+@[^\s@]+$/

/** The button that had the focus is gone when the form appears. */
const focusOnMount = (field: HTMLInputElement | null) => field?.focus()

interface InviteGuardianFormProps {
  /** `null` for the signed-in student. */
  learnerId: string | null
  /** Names the form for screen readers. */
  label: string
  /** What the invited person may do. */
  rights: string
  emailLabel: string
  onSent?: () => void
  /** Closes a form that was opened by a button. Without it, the form stays open. */
  onCancel?: () => void
}

/** Invites a guardian by email. */
export function InviteGuardianForm(props: InviteGuardianFormProps) {
  const { learnerId, label, rights, emailLabel, onSent, onCancel } = props
  const client = useQueryClient()
  const [email, setEmail] = useState('')
  const [wrong, setWrong] = useState<string | null>(null)
  const { queryKey } = guardiansQuery(learnerId)
  const invitation = useMutation({
    mutationFn: (address: string) => inviteGuardian(learnerId, address),
    onSuccess: ({ invitation: sent }) => {
      client.setQueryData(
        queryKey,
        (known) => known && { ...known, invitations: [...known.invitations, sent] },
      )
      toastSuccess(copy.sent(sent.email))
      setEmail('')
      onSent?.()
    },
    onError: (error) => showError(error),
    // Also if the response was lost: the list then shows the invitation.
    onSettled: () => invalidate(client, { queryKey }),
  })
  const focusFirstError = useFocusFirstError(invitation.isPending)

  function showError(error: ApiError): void {
    const text = fieldErrorText(error, 'email', copy.emailInvalid)
    setWrong(text)
    if (text) focusFirstError()
    else toastError(errorText(error, copy.failed))
  }

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (invitation.isPending) return
    const address = email.trim()
    const isAddress = ADDRESS.test(address)
    setWrong(isAddress ? null : copy.emailMissing)
    if (isAddress) invitation.mutate(address)
    else focusFirstError()
  }
  return (
    <form className={classes.form} onSubmit={submit} noValidate aria-label={label}>
      <fieldset className={classes.fields} disabled={invitation.isPending}>
        <TextInput
          type="email"
          label={emailLabel}
          description={rights}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          withAsterisk
          aria-required
          ref={onCancel ? focusOnMount : null}
          value={email}
          error={wrong}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
      </fieldset>
      <div className={classes.buttons}>
        {onCancel && (
          <Button variant="default" onClick={onCancel} disabled={invitation.isPending}>
            {copy.cancel}
          </Button>
        )}
        <Button type="submit" loading={invitation.isPending}>
          {copy.send}
        </Button>
      </div>
    </form>
  )
}

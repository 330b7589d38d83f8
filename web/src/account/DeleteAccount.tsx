import { Alert, Button, Checkbox, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { deleteAccount } from '@/api/account'
import type { ApiError } from '@/api/error'
import { errorText } from '@/api/errorText'
import { accountCopy } from '@/copy/account'
import { signOutDeletedAccount } from '@/session/signOut'
import { useAccount } from '@/session/useSession'
import { useFocusFirstError } from '@/ui/useFocusFirstError'
import classes from './Account.module.css'
import { OpenItems } from './OpenItems'
import { useHasChildren } from './useHasChildren'

const copy = accountCopy.delete

/** The account no longer exists. */
const isAlreadyDeleted = ({ status, code }: ApiError) => status === 401 || code === 'role_not_allowed'

/** Account deletion: its consequences, the confirmation, and what prevents it. */
export function DeleteAccount() {
  const account = useAccount()
  const [email, setEmail] = useState('')
  const [confirmed, setConfirmed] = useState(false)
  const [unconfirmed, setUnconfirmed] = useState(false)
  /** A response was lost: the deletion may have succeeded. */
  const responseLost = useRef(false)
  const deletion = useMutation({
    mutationFn: async () => {
      await deleteAccount(account.unverified ? '' : email.trim()).catch((error: ApiError) => {
        if (responseLost.current && isAlreadyDeleted(error)) return
        responseLost.current ||= error.code === 'network'
        throw error
      })
      await signOutDeletedAccount()
    },
    onError: (error) => {
      if (error.code === 'forbidden_subject') setUnconfirmed(true)
      focusFirstError()
    },
  })
  // The page is about to be left, so the form stays disabled.
  const busy = deletion.isPending || deletion.isSuccess
  const focusFirstError = useFocusFirstError(busy)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    deletion.reset()
    const isConfirmed = account.unverified ? confirmed : isSameEmail(email, account.email)
    setUnconfirmed(!isConfirmed)
    if (isConfirmed) deletion.mutate()
    else focusFirstError()
  }
  return (
    <FoldedSection>
      <form onSubmit={submit} noValidate aria-labelledby="leaving">
        <fieldset className={classes.fields} disabled={busy}>
          {account.unverified ? (
            <Checkbox
              label={copy.sure}
              checked={confirmed}
              error={unconfirmed && copy.sureMissing}
              aria-invalid={unconfirmed}
              onChange={(event) => setConfirmed(event.currentTarget.checked)}
            />
          ) : (
            <TextInput
              type="email"
              label={copy.email}
              description={copy.emailHint(account.email)}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              value={email}
              error={unconfirmed && copy.emailWrong}
              onChange={(event) => setEmail(event.currentTarget.value)}
            />
          )}
        </fieldset>
        {deletion.error && deletion.error.code !== 'forbidden_subject' && (
          <DeletionError error={deletion.error} />
        )}
        <Button type="submit" color="red.6" mt="md" loading={busy}>
          {copy.button}
        </Button>
      </form>
    </FoldedSection>
  )
}

/** The section with the consequences; closed until the person opens it. */
function FoldedSection({ children }: { children: ReactNode }) {
  const hasChildren = useHasChildren()
  return (
    <section className={classes.card} aria-labelledby="leaving">
      <details className={classes.folded}>
        <summary>
          <h2 id="leaving">{copy.title}</h2>
        </summary>
        <p className={classes.hint}>{copy.hint}</p>
        <Consequences />
        <p className={classes.hint}>
          {copy.whileOpen} {hasChildren && copy.children}
        </p>
        {children}
      </details>
    </section>
  )
}

function Consequences() {
  return (
    <ul className={classes.bullets}>
      {copy.happens.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  )
}

/** Why the account was not deleted; the server's message counts what is still open. */
function DeletionError({ error }: { error: ApiError }) {
  const hasChildren = useHasChildren()
  if (error.code !== 'open_obligations') {
    return (
      <Alert role="alert" color="red" mt="md">
        {errorText(error, copy.failed)}
      </Alert>
    )
  }
  return (
    <Alert role="alert" color="yellow" title={copy.refused} mt="md">
      <OpenItems detail={error.detail ?? ''} sentence={copy.stillOpen} />
      <p className={classes.reason}>{copy.refusedHint}</p>
      {hasChildren && <p className={classes.reason}>{copy.children}</p>}
    </Alert>
  )
}

function isSameEmail(typed: string, email: string): boolean {
  return typed.trim().toLowerCase() === email.toLowerCase()
}

import { Alert, Button, Checkbox, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { deleteAccount } from '@/api/account'
import type { ApiError } from '@/api/error'
import { errorText } from '@/api/errorText'
import { accountCopy } from '@/copy/account'
import { leaveForGood } from '@/session/signOut'
import { usePerson } from '@/session/useSession'
import { useFocusFirstError } from '@/ui/useFocusFirstError'
import classes from './Account.module.css'

const copy = accountCopy.delete

/** Nobody of this sign-in is known any more. */
const isGone = ({ status, code }: ApiError) => status === 401 || code === 'role_not_allowed'

/** Leaving for good: what it means, one's own address once more, and what keeps the account for now. */
export function DeleteAccount() {
  const person = usePerson()
  const [email, setEmail] = useState('')
  const [sure, setSure] = useState(false)
  const [missing, setMissing] = useState(false)
  /** An answer did not arrive: it may have been carried out. */
  const wasLost = useRef(false)
  const leaving = useMutation({
    mutationFn: async () => {
      await deleteAccount(person.unverified ? '' : email.trim()).catch((error: ApiError) => {
        if (wasLost.current && isGone(error)) return
        wasLost.current ||= error.code === 'network'
        throw error
      })
      await leaveForGood()
    },
    onError: (error) => {
      if (error.code === 'not_yourself') setMissing(true)
      focusFirstError()
    },
  })
  // The page is being left: nothing here is to be pressed again.
  const busy = leaving.isPending || leaving.isSuccess
  const focusFirstError = useFocusFirstError(busy)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    leaving.reset()
    const meant = person.unverified ? sure : isSame(email, person.email)
    setMissing(!meant)
    if (meant) leaving.mutate()
    else focusFirstError()
  }
  return (
    <section className={classes.card} aria-labelledby="leaving">
      <h2 id="leaving">{copy.title}</h2>
      <p className={classes.hint}>{copy.hint}</p>
      <ul className={classes.happens}>
        {copy.happens.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      <p className={classes.hint}>{copy.whileOpen}</p>
      <form onSubmit={submit} noValidate aria-labelledby="leaving">
        <fieldset className={classes.fields} disabled={busy}>
          {person.unverified ? (
            <Checkbox
              label={copy.sure}
              checked={sure}
              error={missing && copy.sureMissing}
              onChange={(event) => setSure(event.currentTarget.checked)}
            />
          ) : (
            <TextInput
              type="email"
              label={copy.email}
              description={copy.emailHint(person.email)}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              value={email}
              error={missing && copy.emailWrong}
              onChange={(event) => setEmail(event.currentTarget.value)}
            />
          )}
        </fieldset>
        {leaving.error && leaving.error.code !== 'not_yourself' && <Refusal error={leaving.error} />}
        <Button type="submit" color="red.6" mt="md" loading={busy}>
          {copy.button}
        </Button>
      </form>
    </section>
  )
}

/** Why the account stays, in the server's own words: they count what is open. */
function Refusal({ error }: { error: ApiError }) {
  if (error.code !== 'still_open') {
    return (
      <Alert role="alert" color="red" mt="md">
        {errorText(error, copy.failed)}
      </Alert>
    )
  }
  return (
    <Alert role="alert" color="yellow" title={copy.refused} mt="md">
      {/* The server speaks English only. */}
      <p className={classes.reason} lang="en">
        {error.detail}
      </p>
      <p className={classes.reason}>{copy.refusedHint}</p>
    </Alert>
  )
}

function isSame(typed: string, email: string): boolean {
  return typed.trim().toLowerCase() === email.toLowerCase()
}

import { Button, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { errorText } from '@/api/errorText'
import { linkIdentity, sendLinkCode } from '@/api/people'
import { useAppConfig } from '@/api/useAppConfig'
import { sessionCopy } from '@/copy/session'
import { homePathOf } from '@/session/routeGuard'
import { ensureSession, resetSession } from '@/session/session'
import { signOut } from '@/session/signOut'
import { PageTitle } from '@/ui/PageTitle'
import classes from './OnboardingPage.module.css'

const copy = sessionCopy.link

/** The button that had the focus is gone when the field appears. */
const focusOnMount = (field: HTMLInputElement | null) => field?.focus()

/** Shown at the first sign-in with another provider: a code proves that the address is the user's (D38). */
export function LinkAccount({ email }: { email: string }) {
  const config = useAppConfig()
  const navigate = useNavigate()
  const [code, setCode] = useState('')
  const sending = useMutation({ mutationFn: sendLinkCode })
  const linking = useMutation({
    mutationFn: () => linkIdentity(code),
    onSuccess: async () => {
      resetSession()
      await navigate({ to: homePathOf(await ensureSession()), replace: true })
    },
  })
  const error = linking.error ?? sending.error
  const message = error ? errorText(error, sessionCopy.failedHint) : null
  const send = () => {
    linking.reset()
    setCode('')
    sending.mutate()
  }
  return (
    <div className={`${classes.stack} ${classes.narrow}`}>
      <PageTitle title={copy.title} productName={config?.productName ?? ''}>
        {copy.title}
      </PageTitle>
      <p role="status">{sending.isSuccess ? copy.sent(email) : copy.lead(email)}</p>
      {sending.isSuccess ? (
        <form
          className={classes.stack}
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            linking.mutate()
          }}
        >
          <TextInput
            label={copy.code}
            value={code}
            onChange={(event) => setCode(event.currentTarget.value)}
            error={message}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={12}
            ref={focusOnMount}
          />
          <Button type="submit" loading={linking.isPending}>
            {copy.confirm}
          </Button>
          <Button variant="default" loading={sending.isPending} onClick={send}>
            {copy.sendAgain}
          </Button>
        </form>
      ) : (
        <>
          {message && <p role="alert">{message}</p>}
          <Button loading={sending.isPending} onClick={send}>
            {copy.send}
          </Button>
        </>
      )}
      <Button variant="subtle" onClick={() => void signOut()}>
        {copy.otherWay}
      </Button>
    </div>
  )
}

import { Alert, Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { errorText } from '@/api/errorText'
import { useAppConfig } from '@/api/useAppConfig'
import { guardianPageCopy } from '@/copy/guardians'
import { storeRequestedPage } from '@/lib/requestedPage'
import { signIn } from '@/session/signIn'
import { PageTitle } from '@/ui/PageTitle'
import classes from './GuardianPage.module.css'

const copy = guardianPageCopy.signedOut

/** The invitation for a visitor: both buttons return to it. */
export function SignInToAccept({ token }: { token: string }) {
  const config = useAppConfig()
  const page = `/guardian#${token}`
  // For visitors who first look at the public pages and sign in there.
  useEffect(() => storeRequestedPage(page), [page])
  const entering = useMutation({
    // Signing up with `student` only selects the provider's page for new accounts.
    mutationFn: (intent: 'login' | 'student') => signIn({ intent, returnTo: page }),
  })
  const busy = entering.isPending || entering.isSuccess
  return (
    <>
      <PageTitle title={copy.title} productName={config?.productName ?? ''}>
        {copy.title}
      </PageTitle>
      <p className={classes.text}>{copy.lead}</p>
      {entering.error && (
        <Alert role="alert" color="red">
          {errorText(entering.error, copy.failed)}
        </Alert>
      )}
      <div className={classes.buttons}>
        <Button
          loading={busy && entering.variables === 'login'}
          disabled={busy}
          onClick={() => entering.mutate('login')}
        >
          {copy.signIn}
        </Button>
        <Button
          variant="default"
          loading={busy && entering.variables === 'student'}
          disabled={busy}
          onClick={() => entering.mutate('student')}
        >
          {copy.signUp}
        </Button>
      </div>
    </>
  )
}

import { Alert, Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { guardianPageCopy } from '@/copy/guardians'
import { storeRequestedPage } from '@/lib/requestedPage'
import { signOut } from '@/session/signOut'
import { useAccount } from '@/session/useSession'
import classes from './GuardianPage.module.css'
import { Message } from './Message'

const copy = guardianPageCopy.otherAddress

/** The invitation was sent to another address than that of the account. */
export function OtherAddress({ token }: { token: string }) {
  const { email } = useAccount()
  const leaving = useMutation({
    mutationFn: () => {
      const signingOut = signOut()
      // Signing out forgets the requested page; the next sign-in in this tab returns to this one.
      storeRequestedPage(`/guardian#${token}`)
      return signingOut
    },
  })
  return (
    <Message title={copy.title} text={guardianPageCopy.account(email)}>
      <p className={classes.text}>{copy.text}</p>
      {leaving.isError && (
        <Alert role="alert" color="red">
          {copy.signOutFailed}
        </Alert>
      )}
      <div>
        <Button loading={leaving.isPending || leaving.isSuccess} onClick={() => leaving.mutate()}>
          {copy.signOut}
        </Button>
      </div>
    </Message>
  )
}

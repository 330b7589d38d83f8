import { useQuery } from '@tanstack/react-query'
import { accountQuery } from '@/api/account'
import { errorText } from '@/api/errorText'
import { receivedInvitationQuery } from '@/api/guardians'
import { guardianPageCopy as copy } from '@/copy/guardians'
import { useAccount } from '@/session/useSession'
import { QueryBoundary } from '@/ui/QueryBoundary'
import { AcceptForm } from './AcceptForm'
import { HomeButton, InvalidInvitation, Message } from './Message'
import { OtherAddress } from './OtherAddress'

/** The invitation for the person who is signed in. */
export function Invitation({ token }: { token: string }) {
  const { email, termsToAccept } = useAccount()
  const invitation = useQuery(receivedInvitationQuery(token))
  const account = useQuery(accountQuery())
  switch (invitation.error?.code) {
    case 'guardian_invitation_invalid':
      return <InvalidInvitation />
    case 'forbidden_subject':
      return <OtherAddress token={token} />
    case 'email_not_verified':
      return (
        <Message title={copy.invalid.title} text={errorText(invitation.error, copy.loadFailed)}>
          <HomeButton />
        </Message>
      )
  }
  return (
    <QueryBoundary query={invitation} loading={copy.loading} failed={copy.loadFailed} height={320}>
      {(received) => (
        <QueryBoundary query={account} loading={copy.loading} failed={copy.loadFailed} height={320}>
          {({ terms }) => (
            <AcceptForm
              token={token}
              invitation={received}
              email={email}
              needsTerms={terms.length === 0 || termsToAccept !== undefined}
            />
          )}
        </QueryBoundary>
      )}
    </QueryBoundary>
  )
}

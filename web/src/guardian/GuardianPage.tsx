import { Button } from '@mantine/core'
import { useLocation } from '@tanstack/react-router'
import { errorText } from '@/api/errorText'
import { useAppConfig } from '@/api/useAppConfig'
import { guardianPageCopy as copy } from '@/copy/guardians'
import { sessionCopy } from '@/copy/session'
import { ONBOARDING } from '@/session/routeGuard'
import { useSession } from '@/session/useSession'
import { LanguageToggle } from '@/ui/LanguageToggle'
import { LoadingScreen } from '@/ui/LoadingScreen'
import { Shell } from '@/ui/Shell'
import classes from './GuardianPage.module.css'
import { Invitation } from './Invitation'
import { InvalidInvitation, Message } from './Message'
import { SignInToAccept } from './SignInToAccept'

/** /guardian#TOKEN: who received an invitation to become a guardian accepts it (ADR 14). */
export function GuardianPage() {
  const config = useAppConfig()
  const token = useLocation({ select: ({ hash }) => hash })
  return (
    <Shell productName={config?.productName ?? ''} actions={<LanguageToggle />}>
      <div className={classes.page}>{token ? <Content token={token} /> : <InvalidInvitation />}</div>
    </Shell>
  )
}

function Content({ token }: { token: string }) {
  const session = useSession()
  switch (session?.status) {
    case undefined:
      return <LoadingScreen />
    case 'signedOut':
      return <SignInToAccept token={token} />
    case 'failed':
      // The page of people without a role explains the error and, if possible, solves it.
      return (
        <Message title={copy.unknownAccount.title} text={errorText(session.error, sessionCopy.failedHint)}>
          <p className={classes.hint}>{copy.unknownAccount.hint}</p>
          <div>
            <Button component="a" href={ONBOARDING}>
              {copy.unknownAccount.continue}
            </Button>
          </div>
        </Message>
      )
    case 'signedIn':
      return <Invitation token={token} />
  }
}

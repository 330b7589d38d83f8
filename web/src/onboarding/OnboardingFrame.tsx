import { Anchor, Button } from '@mantine/core'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useAppConfig } from '@/api/useAppConfig'
import { accountCopy } from '@/copy/account'
import { onboardingCopy } from '@/copy/onboarding'
import { signOut } from '@/session/signOut'
import { useSession } from '@/session/useSession'
import { Shell } from '@/ui/Shell'
import classes from './OnboardingFrame.module.css'

const AccountDialog = lazy(async () => ({
  default: (await import('@/account/AccountDialog')).AccountDialog,
}))

/** Header with the logo and Logout around everything that a person sees before having a role. */
export function OnboardingFrame({ children }: { children: ReactNode }) {
  const config = useAppConfig()
  const session = useSession()
  return (
    <Shell
      productName={config?.productName ?? ''}
      actions={
        <Button variant="subtle" color="gray" className={classes.logout} onClick={() => void signOut()}>
          {onboardingCopy.logout}
        </Button>
      }
    >
      <div className={classes.column}>
        {children}
        {session?.status === 'signedIn' && <OwnAccount />}
      </div>
    </Shell>
  )
}

/** Below all else: most people come here to begin. */
function OwnAccount() {
  const [opened, setOpened] = useState(false)
  return (
    <p className={classes.own}>
      <Anchor
        component="button"
        type="button"
        inherit
        underline="always"
        className={classes.open}
        aria-haspopup="dialog"
        onClick={(event) => {
          // Safari does not focus a button that is clicked; the focus is to return here.
          event.currentTarget.focus()
          setOpened(true)
        }}
      >
        {accountCopy.open}
      </Anchor>
      <Suspense>{opened && <AccountDialog onClose={() => setOpened(false)} />}</Suspense>
    </p>
  )
}

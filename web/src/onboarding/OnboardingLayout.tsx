import { Anchor, Button } from '@mantine/core'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useAppConfig } from '@/api/useAppConfig'
import { accountCopy } from '@/copy/account'
import { onboardingCopy } from '@/copy/onboarding'
import { signOut } from '@/session/signOut'
import { useSession } from '@/session/useSession'
import { LanguageToggle } from '@/ui/LanguageToggle'
import { Shell } from '@/ui/Shell'
import classes from './OnboardingLayout.module.css'

const AccountDialog = lazy(async () => ({
  default: (await import('@/account/AccountDialog')).AccountDialog,
}))

interface OnboardingLayoutProps {
  /** The page is in English only, so it offers no other language. */
  isEnglishOnly?: boolean
  children: ReactNode
}

/** Layout of all pages for users without a role: header with logo, language and Logout. */
export function OnboardingLayout({ isEnglishOnly = false, children }: OnboardingLayoutProps) {
  const config = useAppConfig()
  const session = useSession()
  return (
    <Shell
      productName={config?.productName ?? ''}
      actions={
        <>
          {!isEnglishOnly && <LanguageToggle />}
          <Button variant="subtle" color="gray" className={classes.logout} onClick={() => void signOut()}>
            {onboardingCopy.logout}
          </Button>
        </>
      }
    >
      <div className={classes.column}>
        {children}
        {session?.status === 'signedIn' && <AccountLink />}
      </div>
    </Shell>
  )
}

/** Link to the account dialog, at the end of the page. */
function AccountLink() {
  const [opened, setOpened] = useState(false)
  return (
    <p className={classes.account}>
      <Anchor
        component="button"
        type="button"
        inherit
        underline="always"
        className={classes.open}
        aria-haspopup="dialog"
        onClick={(event) => {
          // Safari does not focus a clicked button, but focus must return to it.
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

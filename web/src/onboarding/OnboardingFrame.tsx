import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useAppConfig } from '@/api/useAppConfig'
import { onboardingCopy } from '@/copy/onboarding'
import { signOut } from '@/session/signOut'
import { Shell } from '@/ui/Shell'
import classes from './OnboardingFrame.module.css'

/** Header with the logo and Logout around everything that a person sees before having a role. */
export function OnboardingFrame({ children }: { children: ReactNode }) {
  const config = useAppConfig()
  return (
    <Shell
      productName={config?.productName ?? ''}
      actions={
        <Button variant="subtle" color="gray" className={classes.logout} onClick={() => void signOut()}>
          {onboardingCopy.logout}
        </Button>
      }
    >
      <div className={classes.column}>{children}</div>
    </Shell>
  )
}

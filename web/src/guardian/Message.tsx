import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useAppConfig } from '@/api/useAppConfig'
import { guardianPageCopy as copy } from '@/copy/guardians'
import { PageTitle } from '@/ui/PageTitle'
import classes from './GuardianPage.module.css'

interface MessageProps {
  title: string
  text: string
  children?: ReactNode
}

/** Why the invitation cannot be accepted, and what helps. */
export function Message({ title, text, children }: MessageProps) {
  const config = useAppConfig()
  return (
    <>
      <PageTitle title={title} productName={config?.productName ?? ''}>
        {title}
      </PageTitle>
      <p role="alert" className={classes.text}>
        {text}
      </p>
      {children}
    </>
  )
}

/** The invitation has expired, was used or withdrawn, or the link is incomplete. */
export function InvalidInvitation() {
  return (
    <Message title={copy.invalid.title} text={copy.invalid.text}>
      <HomeButton />
    </Message>
  )
}

/** Leads to the home page of the role; the public front page for visitors. */
export function HomeButton() {
  return (
    <div>
      {/* The guard redirects to the home page of the role. */}
      <Button component="a" href="/booking" variant="default">
        {copy.invalid.home}
      </Button>
    </div>
  )
}

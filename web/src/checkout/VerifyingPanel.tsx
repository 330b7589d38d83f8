import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { checkoutCopy } from '@/copy/checkout'
import { OfflineNotice } from '@/ui/OfflineNotice'
import classes from './Checkout.module.css'
import { Panel } from './Panel'

const copy = checkoutCopy.verifying
const SLOW_SECONDS = 20

/** Paid, as far as the provider says, and not yet confirmed. Leaving is safe, and says so once it takes long. */
export function VerifyingPanel({ email, onClose }: { email: string; onClose: () => void }) {
  const [slow, setSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), SLOW_SECONDS * 1000)
    return () => clearTimeout(timer)
  }, [])
  return (
    <Panel
      title={copy.title}
      seed="tala"
      draw
      actions={
        <Button variant="default" onClick={onClose}>
          {copy.close}
        </Button>
      }
    >
      <OfflineNotice />
      <p className={classes.lead}>{copy.lead}</p>
      <p className={classes.lead} role="status">
        {slow && copy.slow(email)}
      </p>
    </Panel>
  )
}

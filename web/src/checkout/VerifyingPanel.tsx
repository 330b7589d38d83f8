import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { checkoutCopy } from '@/copy/checkout'
import { OfflineNotice } from '@/ui/OfflineNotice'
import classes from './Checkout.module.css'
import { CheckoutPanel } from './CheckoutPanel'

const copy = checkoutCopy.verifying
const SLOW_AFTER_SECONDS = 20

/**
 * The provider reported a payment that the server has not confirmed. After a while it says that
 * leaving the page is safe.
 */
export function VerifyingPanel({ email, onClose }: { email: string; onClose: () => void }) {
  const [isSlow, setIsSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsSlow(true), SLOW_AFTER_SECONDS * 1000)
    return () => clearTimeout(timer)
  }, [])
  return (
    <CheckoutPanel
      title={copy.title}
      seed="tala"
      animated
      actions={
        <Button variant="default" onClick={onClose}>
          {copy.close}
        </Button>
      }
    >
      <OfflineNotice />
      <p className={classes.lead}>{copy.lead}</p>
      <p className={classes.lead} role="status">
        {isSlow && copy.slow(email)}
      </p>
    </CheckoutPanel>
  )
}

import { useState } from 'react'
import { waitlistCopy } from '@/copy/waitlist'
import { SiteDialog, type SiteDialogProps } from './SiteDialog'
import { WaitlistMessage } from './WaitlistMessage'

const copy = waitlistCopy.leave

/** Opened by the link in an invitation mail, to be removed from the waitlist. */
export function LeaveWaitlistDialog({ productName, onClose }: SiteDialogProps) {
  const [invitation] = useState(() => /[\da-f-]{36}/.exec(window.location.hash)?.[0] ?? '')
  const [phase, setPhase] = useState<'asking' | 'sending' | 'failed' | 'done'>('asking')
  const submit = async () => {
    setPhase('sending')
    try {
      // oxlint-disable-next-line no-restricted-imports -- loaded on demand
      const { leaveWaitlist } = await import('@/api/waitlist')
      await leaveWaitlist(invitation)
      setPhase('done')
    } catch {
      setPhase('failed')
    }
  }
  return (
    <SiteDialog title={productName} onClose={onClose} isBusy={phase === 'sending'}>
      {(close) =>
        phase === 'done' ? (
          <WaitlistMessage title={copy.done} text={copy.doneText} close={close} />
        ) : (
          <>
            <p className="dialog-lead">{copy.lead}</p>
            {phase === 'failed' && (
              <p className="dialog-failure" role="alert">
                {copy.failed}
              </p>
            )}
            <div className="dialog-actions">
              <button type="button" className="button quiet" onClick={close}>
                {copy.stay}
              </button>
              <button
                type="button"
                className="button"
                aria-disabled={phase === 'sending' || undefined}
                onClick={() => phase !== 'sending' && void submit()}
              >
                {phase === 'sending' ? waitlistCopy.submitting : copy.act}
              </button>
            </div>
          </>
        )
      }
    </SiteDialog>
  )
}

import { useState } from 'react'
import { waitlistCopy } from '@/copy/waitlist'
import { Done } from './Done'
import { SiteDialog, type SiteDialogProps } from './SiteDialog'

const copy = waitlistCopy.leave

/** Behind the link of an invitation: whoever does not want to wait any more says so here. */
export function LeaveDialog(props: SiteDialogProps) {
  const [invitation] = useState(() => /[\da-f-]{36}/.exec(window.location.hash)?.[0] ?? '')
  const [phase, setPhase] = useState<'asking' | 'sending' | 'failed' | 'done'>('asking')
  const leave = async () => {
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
    <SiteDialog {...props} busy={phase === 'sending'}>
      {(close) =>
        phase === 'done' ? (
          <Done what={copy.done} more={copy.doneText} close={close} />
        ) : (
          <>
            <p className="dialog-lead">{copy.lead}</p>
            {phase === 'failed' && (
              <p className="dialog-failure" role="alert">
                {copy.failed}
              </p>
            )}
            <div className="dialog-acts">
              <button type="button" className="button quiet" onClick={close}>
                {copy.stay}
              </button>
              <button
                type="button"
                className="button"
                aria-disabled={phase === 'sending' || undefined}
                onClick={() => phase !== 'sending' && void leave()}
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

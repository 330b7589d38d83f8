import { waitlistCopy as copy } from '@/copy/waitlist'
import { SiteDialog, type SiteDialogProps } from './SiteDialog'
import { useJoinWaitlist } from './useJoinWaitlist'
import { WaitlistForm } from './WaitlistForm'
import { WaitlistMessage } from './WaitlistMessage'

/** The waitlist form in a dialog (SPEC §2). */
export function WaitlistDialog({ productName, onClose }: SiteDialogProps) {
  const join = useJoinWaitlist()
  const { phase } = join
  return (
    <SiteDialog title={productName} onClose={onClose} isBusy={phase.name === 'sending'}>
      {(close) =>
        phase.name === 'done' ? (
          <WaitlistMessage title={copy.done} text={copy.doneText(phase.email)} close={close} />
        ) : (
          <WaitlistForm {...join} />
        )
      }
    </SiteDialog>
  )
}

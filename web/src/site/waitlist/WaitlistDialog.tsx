import { waitlistCopy as copy } from '@/copy/waitlist'
import { Done } from './Done'
import { SiteDialog, type SiteDialogProps } from './SiteDialog'
import { useJoin } from './useJoin'
import { WaitlistForm } from './WaitlistForm'

/** The waitlist (SPEC §2). */
export function WaitlistDialog(props: SiteDialogProps) {
  const join = useJoin()
  const { phase } = join
  return (
    <SiteDialog {...props} busy={phase.name === 'sending'}>
      {(close) =>
        phase.name === 'done' ? (
          <Done what={copy.done} more={copy.doneText(phase.email)} close={close} />
        ) : (
          <WaitlistForm {...join} />
        )
      }
    </SiteDialog>
  )
}

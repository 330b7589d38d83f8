import { accountCopy as copy } from '@/copy/account'
import { Dialog } from '@/ui/Dialog'
import { useReturnFocus } from '@/ui/useReturnFocus'
import classes from './Account.module.css'
import { AccountPanel } from './AccountPanel'
import { FamilySection } from './FamilySection'

/** The account panel as a dialog, for users without a role, who have no account section. */
export function AccountDialog({ onClose }: { onClose: () => void }) {
  useReturnFocus()
  return (
    <Dialog
      opened
      onClose={onClose}
      title={copy.title}
      size={640}
      classNames={{ title: classes.dialogTitle }}
    >
      <p className={classes.dialogLead}>{copy.lead}</p>
      <AccountPanel>
        <FamilySection />
      </AccountPanel>
    </Dialog>
  )
}

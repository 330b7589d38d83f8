import { Button } from '@mantine/core'
import admin from '@/admin/Admin.module.css'
import { adminAdminsCopy } from '@/copy/adminAdmins'
import { displayZone, formatDate, formatTime } from '@/lib/time'
import { copyText } from '@/ui/copyText'
import { Dialog } from '@/ui/Dialog'
import classes from './Admins.module.css'
import type { ShownLink } from './ShownLink'

const copy = adminAdminsCopy.setupLink

interface SetupLinkDialogProps {
  shown: ShownLink
  onClose: () => void
}

/**
 * Shows the activation link of a new administrator or the setup link of a new authenticator. It
 * cannot be loaded again, so only its button closes it.
 */
export function SetupLinkDialog({ shown, onClose }: SetupLinkDialogProps) {
  const { name, link } = shown
  const title = shown.kind === 'activation' ? adminAdminsCopy.activationLink.title(name) : copy.title(name)
  return (
    <Dialog
      opened
      onClose={() => undefined}
      title={title}
      classNames={{ title: admin.modalTitle }}
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      <p>
        {shown.kind === 'activation'
          ? adminAdminsCopy.activationLink.hint(expiryText(shown.expiresAt))
          : copy.hint}
      </p>
      <p className={classes.link}>{link}</p>
      <div className={classes.foot}>
        <Button variant="default" onClick={() => void copyText(link, copy.copied, copy.copyFailed)}>
          {copy.copy}
        </Button>
        <Button onClick={onClose}>{copy.close}</Button>
      </div>
    </Dialog>
  )
}

function expiryText(expiresAt: string): string {
  const zone = displayZone()
  return `${formatDate(expiresAt, zone)}, ${formatTime(expiresAt, zone)}`
}

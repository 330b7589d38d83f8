import { Button } from '@mantine/core'
import admin from '@/admin/Admin.module.css'
import { adminAdminsCopy } from '@/copy/adminAdmins'
import { copyText } from '@/ui/copyText'
import { Dialog } from '@/ui/Dialog'
import classes from './Admins.module.css'

const copy = adminAdminsCopy.setupLink

interface SetupLinkDialogProps {
  name: string
  link: string
  onClose: () => void
}

/** Shows the setup link of a new authenticator. It cannot be loaded again, so only its button closes it. */
export function SetupLinkDialog({ name, link, onClose }: SetupLinkDialogProps) {
  return (
    <Dialog
      opened
      onClose={() => undefined}
      title={copy.title(name)}
      classNames={{ title: admin.modalTitle }}
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      <p>{copy.hint}</p>
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

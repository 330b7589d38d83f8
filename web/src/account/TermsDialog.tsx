import { Alert, Button, Modal } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { acceptTerms } from '@/api/account'
import { errorText } from '@/api/errorText'
import { termsDialogCopy as copy } from '@/copy/termsDialog'
import { localPath } from '@/lib/language'
import { signOut } from '@/session/signOut'
import { TextLink } from '@/ui/TextLink'
import classes from './Account.module.css'
import { markTermsAccepted } from './accountChanges'

/**
 * Asks for the acceptance of terms that the person has not accepted yet, over the page that they
 * opened. It is not a `ui/Dialog`, because Back must not close it.
 */
export function TermsDialog({ version }: { version: string }) {
  const accepting = useMutation({
    mutationFn: () => acceptTerms(version),
    onSuccess: markTermsAccepted,
  })
  return (
    <Modal
      opened
      onClose={() => undefined}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      title={copy.title}
      classNames={{ title: classes.dialogTitle }}
    >
      <p className={classes.dialogLead}>{copy.lead}</p>
      <ul className={classes.consequences}>
        <li>
          <TextLink href={localPath('/terms')} external>
            {copy.terms}
          </TextLink>
        </li>
        <li>
          <TextLink href={localPath('/privacy-policy')} external>
            {copy.privacy}
          </TextLink>
        </li>
      </ul>
      {accepting.error && (
        <Alert role="alert" color="red" mt="md">
          {errorText(accepting.error, copy.failed)}
        </Alert>
      )}
      <div className={classes.foot}>
        <Button variant="default" onClick={() => void signOut()} disabled={accepting.isPending}>
          {copy.signOut}
        </Button>
        <Button onClick={() => accepting.mutate()} loading={accepting.isPending}>
          {copy.accept}
        </Button>
      </div>
    </Modal>
  )
}

import { Alert, Button, Modal } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { acceptTerms } from '@/api/account'
import { isApiError } from '@/api/error'
import { errorText } from '@/api/errorText'
import { termsDialogCopy as copy } from '@/copy/termsDialog'
import { localPath } from '@/lib/language'
import { signOut } from '@/session/signOut'
import { TextLink } from '@/ui/TextLink'
import classes from './Account.module.css'
import { markTermsAccepted } from './accountChanges'

/** Newer terms came into force after the page was loaded. */
const isOutdated = (error: Error) => isApiError(error) && error.code === 'invalid_fields'

/**
 * A dialog over the current page, in which the person accepts the current terms or logs out. It is
 * not a `ui/Dialog`, because Back must not close it. The server does not require the acceptance for
 * other requests.
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
          {isOutdated(accepting.error) ? copy.outdated : errorText(accepting.error, copy.failed)}
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

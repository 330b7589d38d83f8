import { Alert, Button, Modal } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { acceptTerms } from '@/api/account'
import { isApiError } from '@/api/error'
import { errorText } from '@/api/errorText'
import type { Role } from '@/api/types'
import { termsDialogCopy as copy } from '@/copy/termsDialog'
import { localPath } from '@/lib/language'
import { signOut } from '@/session/signOut'
import { useSession } from '@/session/useSession'
import { TextLink } from '@/ui/TextLink'
import classes from './Account.module.css'
import { markTermsAccepted } from './accountChanges'

/** Newer terms came into force after the page was loaded. */
const isOutdated = (error: Error) => isApiError(error) && error.code === 'invalid_fields'

/** The page on which guardians accept an invitation asks for the acceptance itself. */
const GUARDIAN_PAGE = '/guardian#'

/**
 * Without accepting, people can cancel classes, download their data and delete their account. The
 * onboarding pages offer the download and the deletion.
 */
const PAGES_WITHOUT_QUESTION: Readonly<Record<Role, readonly string[]>> = {
  student: ['/booking#settings', '/booking#activeclasses'],
  teacher: ['/teacher#account', '/teacher#classes'],
  user: ['/onboarding#', '/verification-pending#'],
}

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
  const page = useLocation({ select: ({ pathname, hash }) => `${pathname}#${hash}` })
  const session = useSession()
  const role = session?.status === 'signedIn' ? session.person.role : 'user'
  const pages = PAGES_WITHOUT_QUESTION[role]
  const isAsked = !pages.includes(page) && !page.startsWith(GUARDIAN_PAGE)
  return (
    <Modal
      opened={isAsked}
      onClose={() => undefined}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      title={copy.title}
      classNames={{ title: classes.dialogTitle }}
    >
      <p className={classes.dialogLead}>{copy.lead}</p>
      <ul className={classes.bullets}>
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
      {role !== 'user' && pages[0] && (
        <p className={classes.hint}>
          {copy.refusal} <TextLink href={pages[0]}>{copy.account}</TextLink>
        </p>
      )}
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

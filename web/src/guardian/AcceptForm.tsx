import { Alert, Button, Checkbox } from '@mantine/core'
import { TermsStatement } from '@/account/TermsStatement'
import type { ReceivedInvitation } from '@/api/guardians'
import { useAppConfig } from '@/api/useAppConfig'
import { guardianPageCopy as copy } from '@/copy/guardians'
import { displayZone, formatDate, momentBefore } from '@/lib/time'
import { PageTitle } from '@/ui/PageTitle'
import classes from './GuardianPage.module.css'
import { HomeButton, InvalidInvitation, Message } from './Message'
import { useAcceptance } from './useAcceptance'

interface AcceptFormProps {
  token: string
  invitation: ReceivedInvitation
  /** The address of the account that accepts. */
  email: string
  /** The account has not accepted the current terms. */
  needsTerms: boolean
}

/** Who invites, for which child, and the declaration to be the child's parent or guardian. */
export function AcceptForm({ token, invitation, email, needsTerms }: AcceptFormProps) {
  const config = useAppConfig()
  const { learnerName: learner, invitedBy, expiresAt } = invitation
  const acceptance = useAcceptance(token, needsTerms)
  if (acceptance.errorCode === 'guardian_invitation_invalid') return <InvalidInvitation />
  if (acceptance.errorCode === 'guardian_required') {
    return (
      <Message title={copy.underage.title} text={`${copy.account(email)} ${copy.underage.text}`}>
        <HomeButton />
      </Message>
    )
  }
  const title = copy.title(learner)
  return (
    <>
      <PageTitle title={title} productName={config?.productName ?? ''}>
        {title}
      </PageTitle>
      <div className={classes.card}>
        <p className={classes.text}>
          {/* A student with an account of their own sends the invitation themselves. */}
          {invitedBy === learner ? copy.leadOfLearner(learner) : copy.lead(invitedBy, learner)}
        </p>
        <p className={classes.text}>{copy.rights(learner)}</p>
        <p className={classes.hint}>
          {copy.account(email)} {copy.expires(formatDate(momentBefore(expiresAt), displayZone()))}
        </p>
        <form onSubmit={acceptance.submit} noValidate aria-label={title}>
          <fieldset className={classes.fields} disabled={acceptance.busy}>
            <Checkbox
              label={copy.declaration(learner)}
              checked={acceptance.declared}
              error={acceptance.declarationError}
              aria-invalid={Boolean(acceptance.declarationError)}
              onChange={(event) => acceptance.declare(event.currentTarget.checked)}
            />
          </fieldset>
          {needsTerms && <TermsStatement />}
          {acceptance.message && (
            <Alert role="alert" color="red" mt="md">
              {acceptance.message}
            </Alert>
          )}
          <Button type="submit" mt="md" loading={acceptance.busy}>
            {copy.accept}
          </Button>
        </form>
      </div>
    </>
  )
}

import { Button } from '@mantine/core'
import { TermsStatement } from '@/account/TermsStatement'
import type { Learner } from '@/api/learners'
import { useAppConfig } from '@/api/useAppConfig'
import { learnerFormCopy } from '@/copy/learnerForm'
import { onboardingCopy } from '@/copy/onboarding'
import type { Person } from '@/session/session'
import { PageTitle } from '@/ui/PageTitle'
import { ChildFields } from './ChildFields'
import classes from './StudentForm.module.css'
import { needsTerms } from './useChildRegistration'
import { useJoining } from './useJoining'

const copy = learnerFormCopy.addChild

interface AddChildProps {
  /** Who is signed in. */
  account: Person
  /** The children of the account. */
  learners: readonly Learner[]
  /** The invite code of an invitation link, or empty. */
  inviteCode: string
  onBack: () => void
}

/** 'Add a child', for a present account. */
export function AddChild({ account, learners, inviteCode, onBack }: AddChildProps) {
  const config = useAppConfig()
  const { form, busy, submit } = useJoining({ account, learners, inviteCode, isAddingChild: true })
  return (
    <div className={classes.single}>
      <PageTitle title={copy.title} productName={config?.productName ?? ''}>
        {copy.title}
      </PageTitle>
      <p className={classes.lead}>{copy.lead}</p>
      <form className={classes.card} onSubmit={submit} noValidate>
        <fieldset className={classes.fields} disabled={busy}>
          <ChildFields form={form} busy={busy} needsName={!account.name} />
        </fieldset>
        {needsTerms(account, learners) && <TermsStatement />}
        <div className={classes.buttons}>
          <Button variant="default" onClick={onBack} disabled={busy}>
            {onboardingCopy.student.back}
          </Button>
          <Button type="submit" loading={busy}>
            {copy.submit}
          </Button>
        </div>
      </form>
    </div>
  )
}

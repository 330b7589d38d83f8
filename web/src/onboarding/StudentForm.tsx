import { Button } from '@mantine/core'
import { useState } from 'react'
import { TermsStatement } from '@/account/TermsStatement'
import type { Learner } from '@/api/learners'
import { useAppConfig } from '@/api/useAppConfig'
import { onboardingCopy } from '@/copy/onboarding'
import type { Person } from '@/session/session'
import { PageTitle } from '@/ui/PageTitle'
import { ChildFields } from './ChildFields'
import { FeeTable } from './FeeTable'
import { OwnFields } from './OwnFields'
import classes from './StudentForm.module.css'
import { UnderagePanel } from './UnderagePanel'
import { useJoining } from './useJoining'
import { WhoWillLearn } from './WhoWillLearn'

const copy = onboardingCopy.student

interface StudentFormProps {
  /** Who is signed in. */
  person: Person
  /** The children of the account. */
  learners?: readonly Learner[]
  /** The invite code of an invitation link, or empty. */
  inviteCode: string
  onBack: () => void
}

/** 'Complete Your Profile': who will learn, age, country, invite code and fees (SPEC §2, ADR 14). */
export function StudentForm({ person, learners = [], inviteCode, onBack }: StudentFormProps) {
  const config = useAppConfig()
  const joining = useJoining({ account: person, learners, inviteCode })
  const { form, busy, isMinor, submit } = joining
  const [wasMinor] = useState(isMinor)
  const { learner } = form.values
  const fields = { form, busy, needsName: !person.name }
  const isStopped = learner === 'me' && isMinor
  return (
    <>
      <PageTitle title={copy.title} productName={config?.productName ?? ''}>
        {copy.title}
      </PageTitle>
      <p className={classes.lead}>{copy.lead}</p>
      <div className={classes.columns}>
        <form className={classes.card} onSubmit={submit} noValidate>
          <WhoWillLearn
            value={learner}
            error={form.errors.learner}
            disabled={busy}
            onChange={(kind) => form.setFieldValue('learner', kind)}
          />
          {isStopped ? (
            <UnderagePanel code={form.values.referralCode} takesFocus={!wasMinor} />
          ) : (
            learner && (
              <>
                <fieldset className={classes.fields} disabled={busy}>
                  {learner === 'me' ? <OwnFields {...fields} /> : <ChildFields {...fields} />}
                </fieldset>
                <TermsStatement />
              </>
            )
          )}
          <div className={classes.buttons}>
            <Button variant="default" onClick={onBack} disabled={busy}>
              {copy.back}
            </Button>
            {!isStopped && (
              <Button type="submit" loading={busy}>
                {copy.continue}
              </Button>
            )}
          </div>
        </form>
        <FeeTable />
      </div>
    </>
  )
}

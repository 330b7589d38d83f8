import { useQuery } from '@tanstack/react-query'
import { teacherDraftQuery } from '@/api/onboarding'
import { pendingCopy as copy } from '@/copy/pending'
import { QueryBoundary } from '@/ui/QueryBoundary'
import { Answers } from './wizard/FinishStep'
import { toWizardValues } from './wizard/values'

interface SentApplicationProps {
  name: string
  email: string
}

/** A copy of the application that waits for a decision. In English, like the form. */
export function SentApplication({ name, email }: SentApplicationProps) {
  const sent = useQuery(teacherDraftQuery())
  return (
    <QueryBoundary query={sent} loading={copy.sent} failed={copy.sentFailed} height={320}>
      {({ draft }) => (
        <div lang="en">
          <Answers values={toWizardValues(draft, name)} email={email} />
        </div>
      )}
    </QueryBoundary>
  )
}

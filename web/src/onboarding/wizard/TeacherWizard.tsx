import { Alert, Skeleton, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { teacherDraftQuery } from '@/api/onboarding'
import { useAppConfig } from '@/api/useAppConfig'
import { wizardCopy as copy } from '@/copy/wizard'
import type { Person } from '@/session/session'
import { ErrorPanel } from '@/ui/ErrorPanel'
import { PageTitle } from '@/ui/PageTitle'
import { useEnglishOnly } from '@/ui/useEnglishOnly'
import classes from './Wizard.module.css'
import { WizardForm } from './WizardForm'

interface TeacherWizardProps {
  person: Person
  /** An earlier application was rejected, with the reason if one was given. */
  rejected: { reason: string | null } | null
  onBack: () => void
}

/** The teacher application in five steps (SPEC §2), starting from the saved draft. */
export function TeacherWizard({ person, rejected, onBack }: TeacherWizardProps) {
  useEnglishOnly()
  const config = useAppConfig()
  // Loaded once: a later version is handled as a conflict.
  const draft = useQuery({ ...teacherDraftQuery(), staleTime: Number.POSITIVE_INFINITY, gcTime: 0 })
  return (
    <>
      <PageTitle title={copy.title} productName={config?.productName ?? ''}>
        {copy.title}
      </PageTitle>
      <p className={classes.lead}>{copy.lead}</p>
      {rejected && (
        <Alert color="yellow" role="alert" mb="lg">
          {copy.rejected}
          {rejected.reason && <div dir="auto">{copy.rejectedReason(rejected.reason)}</div>}
        </Alert>
      )}
      {draft.data ? (
        <WizardForm person={person} loaded={draft.data} onBack={onBack} />
      ) : draft.error ? (
        <ErrorPanel
          message={copy.loadFailed}
          reference={draft.error.requestId}
          retrying={draft.isFetching}
          onRetry={() => void draft.refetch()}
        />
      ) : (
        <div role="status">
          <VisuallyHidden>{copy.loading}</VisuallyHidden>
          <Skeleton height={520} radius="lg" />
        </div>
      )}
    </>
  )
}

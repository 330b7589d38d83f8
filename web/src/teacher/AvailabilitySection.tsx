import { Skeleton, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { availabilityQuery } from '@/api/availability'
import { useAppConfig } from '@/api/useAppConfig'
import { teacherCopy } from '@/copy/teacher'
import { usePerson } from '@/session/useSession'
import { ErrorPanel } from '@/ui/ErrorPanel'
import { PageTitle } from '@/ui/PageTitle'
import { AvailabilityEditor } from './AvailabilityEditor'
import classes from './TeacherPage.module.css'

const copy = teacherCopy.availability

interface AvailabilitySectionProps {
  onUnsaved: (unsaved: boolean) => void
}

/** My Availability: weekly hours, their zone, and how far ahead students see them. */
export function AvailabilitySection({ onUnsaved }: AvailabilitySectionProps) {
  const person = usePerson()
  const config = useAppConfig()
  // Not read again behind the form's back: what somebody is typing would be lost.
  const saved = useQuery({ ...availabilityQuery(person.id), staleTime: Number.POSITIVE_INFINITY, gcTime: 0 })
  return (
    <>
      <PageTitle title={copy.title} productName={config?.productName ?? ''}>
        {copy.title}
      </PageTitle>
      <p className={classes.lead}>{copy.lead}</p>
      {saved.data ? (
        <AvailabilityEditor
          teacherId={person.id}
          saved={saved.data.availability ?? null}
          readAgain={async () => (await saved.refetch()).data?.availability}
          onUnsaved={onUnsaved}
        />
      ) : saved.error ? (
        <ErrorPanel
          message={copy.loadFailed}
          reference={saved.error.requestId}
          retrying={saved.isFetching}
          onRetry={() => void saved.refetch()}
        />
      ) : (
        <>
          <VisuallyHidden role="status">{copy.loading}</VisuallyHidden>
          <Skeleton height={420} radius="lg" />
        </>
      )}
    </>
  )
}

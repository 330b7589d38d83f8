import { useQuery } from '@tanstack/react-query'
import { teacherHoursQuery } from '@/api/teacherHours'
import { teacherHoursCopy } from '@/copy/teacherHours'
import { usePerson } from '@/session/useSession'
import { TeacherSectionTitle } from '@/teacher/TeacherSectionTitle'
import { QueryBoundary } from '@/ui/QueryBoundary'
import { AvailabilityEditor } from './AvailabilityEditor'
import { ClockChangeNotice } from './ClockChangeNotice'

const copy = teacherHoursCopy

interface AvailabilitySectionProps {
  onUnsaved: (unsaved: boolean) => void
}

/** My Availability: weekly hours and exceptions, a preview for students, and published classes. */
export function AvailabilitySection({ onUnsaved }: AvailabilitySectionProps) {
  const person = usePerson()
  // Not refetched: that would discard what the user is typing.
  const saved = useQuery({ ...teacherHoursQuery(person.id), staleTime: Number.POSITIVE_INFINITY, gcTime: 0 })
  return (
    <>
      <TeacherSectionTitle title={copy.title} lead={copy.lead} />
      <QueryBoundary query={saved} loading={copy.loading} failed={copy.loadFailed} height={420}>
        {(data) => (
          <>
            <ClockChangeNotice changes={data.clockChanges} />
            <AvailabilityEditor
              teacherId={person.id}
              saved={data}
              reload={async () => (await saved.refetch()).data}
              onUnsaved={onUnsaved}
            />
          </>
        )}
      </QueryBoundary>
    </>
  )
}

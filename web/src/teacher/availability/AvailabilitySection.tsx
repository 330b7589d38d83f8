import { useQuery } from '@tanstack/react-query'
import { teacherHoursQuery } from '@/api/teacherHours'
import { teacherCopy } from '@/copy/teacher'
import { browserZone } from '@/lib/time'
import { usePerson } from '@/session/useSession'
import { SectionTitle } from '@/teacher/SectionTitle'
import { Reading } from '@/ui/Reading'
import { AvailabilityEditor } from './AvailabilityEditor'
import { ClockNotes } from './ClockNotes'
import { PublishedClasses } from './PublishedClasses'

const copy = teacherCopy.availability

interface AvailabilitySectionProps {
  onUnsaved: (unsaved: boolean) => void
}

/** My Availability: weekly hours and single days, what students see of them, and classes on one date. */
export function AvailabilitySection({ onUnsaved }: AvailabilitySectionProps) {
  const person = usePerson()
  // Not read again behind the form's back: what somebody is typing would be lost.
  const saved = useQuery({ ...teacherHoursQuery(person.id), staleTime: Number.POSITIVE_INFINITY, gcTime: 0 })
  return (
    <>
      <SectionTitle title={copy.title} lead={copy.lead} />
      <Reading query={saved} loading={copy.loading} failed={copy.loadFailed} height={420}>
        {(data) => (
          <>
            <ClockNotes changes={data.clockChanges} />
            <AvailabilityEditor
              teacherId={person.id}
              saved={data}
              readAgain={async () => (await saved.refetch()).data}
              onUnsaved={onUnsaved}
            />
            <PublishedClasses teacherId={person.id} zone={data.availability?.timeZone ?? browserZone()} />
          </>
        )}
      </Reading>
    </>
  )
}

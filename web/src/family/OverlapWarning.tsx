import { Alert } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { familyClassesQuery } from '@/api/learners'
import { familyWeekCopy as copy } from '@/copy/familyWeek'
import { usePerson } from '@/session/useSession'
import { type ClassTime, overlappingClasses } from './familyWeek'
import { useFamilyMembers } from './useFamilyMembers'

/** Names each other student of the account with a class at this time. Without an answer it says nothing. */
export function OverlapWarning({ classTime }: { classTime: ClassTime }) {
  const { id } = usePerson()
  const members = useFamilyMembers()
  const { data } = useQuery(familyClassesQuery())
  const overlapping = overlappingClasses(data?.classes ?? [], classTime, id)
  if (overlapping.length === 0) return null
  return (
    <Alert color="yellow" role="status" mb="md">
      {overlapping.map(({ _id, studentId, studentName, teacherName }) => {
        const member = members.find((known) => known.id === studentId)
        return (
          <div key={_id}>
            {member?.isMe
              ? copy.overlapOfMe(teacherName)
              : copy.overlap(member?.name ?? studentName, teacherName)}
          </div>
        )
      })}
    </Alert>
  )
}

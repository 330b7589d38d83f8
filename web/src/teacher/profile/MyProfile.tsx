import { useQuery } from '@tanstack/react-query'
import { teacherUserQuery } from '@/api/teacherPeople'
import { profileCopy as copy } from '@/copy/teacherProfile'
import { usePerson } from '@/session/useSession'
import { TeacherSectionTitle } from '@/teacher/TeacherSectionTitle'
import { QueryBoundary } from '@/ui/QueryBoundary'
import { ProfileCard } from './ProfileCard'

/** My Profile: read-only, editable, and read-only again after saving (SPEC §4). */
export function MyProfile({ onUnsaved }: { onUnsaved: (unsaved: boolean) => void }) {
  const { email } = usePerson()
  // Not refetched: that would discard what the user is typing.
  const user = useQuery({ ...teacherUserQuery(email), staleTime: Number.POSITIVE_INFINITY, gcTime: 0 })
  return (
    <>
      <TeacherSectionTitle title={copy.title} lead={copy.lead} />
      <QueryBoundary query={user} loading={copy.loading} failed={copy.loadFailed} height={520}>
        {(data) => (
          <ProfileCard
            user={data}
            email={email}
            reload={async () => (await user.refetch()).data}
            onUnsaved={onUnsaved}
          />
        )}
      </QueryBoundary>
    </>
  )
}

import { useQuery } from '@tanstack/react-query'
import { teacherUserQuery } from '@/api/teacherPeople'
import { profileCopy as copy } from '@/copy/teacherProfile'
import { usePerson } from '@/session/useSession'
import { SectionTitle } from '@/teacher/SectionTitle'
import { Reading } from '@/ui/Reading'
import { ProfileCard } from './ProfileCard'

/** My Profile: read, then edited, and read again after a save (SPEC §4). */
export function MyProfile({ onUnsaved }: { onUnsaved: (unsaved: boolean) => void }) {
  const { email } = usePerson()
  // Not read again behind the form's back: what somebody is typing would be lost.
  const user = useQuery({ ...teacherUserQuery(email), staleTime: Number.POSITIVE_INFINITY, gcTime: 0 })
  return (
    <>
      <SectionTitle title={copy.title} lead={copy.lead} />
      <Reading query={user} loading={copy.loading} failed={copy.loadFailed} height={520}>
        {(data) => (
          <ProfileCard
            user={data}
            email={email}
            readAgain={async () => (await user.refetch()).data}
            onUnsaved={onUnsaved}
          />
        )}
      </Reading>
    </>
  )
}

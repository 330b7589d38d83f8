import { useQuery } from '@tanstack/react-query'
import { paymentSettingsQuery } from '@/api/teacherPayments'
import { teacherPaymentsCopy } from '@/copy/teacherPayments'
import { usePerson } from '@/session/useSession'
import { QueryBoundary } from '@/ui/QueryBoundary'
import { SettingsForm } from './SettingsForm'

const copy = teacherPaymentsCopy.settings

/** Loads bank account and rates. */
export function SettingsSection({ onUnsaved }: { onUnsaved: (unsaved: boolean) => void }) {
  const { email } = usePerson()
  // Not refetched: that would discard what the user is typing.
  const settings = useQuery({
    ...paymentSettingsQuery(),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  return (
    <QueryBoundary query={settings} loading={copy.loading} failed={copy.loadFailed} height={560}>
      {(data) => (
        <SettingsForm
          email={email}
          loaded={data}
          reload={async () => (await settings.refetch()).data}
          onUnsaved={onUnsaved}
        />
      )}
    </QueryBoundary>
  )
}

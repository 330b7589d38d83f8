import { useQuery } from '@tanstack/react-query'
import { paymentSettingsQuery } from '@/api/teacherPayments'
import { teacherPaymentsCopy } from '@/copy/teacherPayments'
import { usePerson } from '@/session/useSession'
import { Reading } from '@/ui/Reading'
import { SettingsForm } from './SettingsForm'

const copy = teacherPaymentsCopy.settings

/** Bank account and rates, once they are read. */
export function SettingsSection({ onUnsaved }: { onUnsaved: (unsaved: boolean) => void }) {
  const { email } = usePerson()
  // Not read again behind the form's back: what somebody is typing would be lost.
  const settings = useQuery({
    ...paymentSettingsQuery(),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  return (
    <Reading query={settings} loading={copy.loading} failed={copy.loadFailed} height={560}>
      {(data) => (
        <SettingsForm
          email={email}
          read={data}
          readAgain={async () => (await settings.refetch()).data}
          onUnsaved={onUnsaved}
        />
      )}
    </Reading>
  )
}

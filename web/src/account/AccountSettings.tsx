import { useQuery } from '@tanstack/react-query'
import { accountQuery } from '@/api/account'
import { accountSettingsCopy as copy } from '@/copy/accountSettings'
import { QueryBoundary } from '@/ui/QueryBoundary'
import { MailChoices } from './MailChoices'
import { ProfileForm } from './ProfileForm'

/** Profile and choice of emails of the signed-in person. */
export function AccountSettings({ languageHint }: { languageHint?: string }) {
  const account = useQuery(accountQuery())
  return (
    <QueryBoundary query={account} loading={copy.loading} failed={copy.loadFailed}>
      {(data) => (
        <>
          <ProfileForm account={data} {...(languageHint ? { languageHint } : {})} />
          {Object.keys(data.mails).length > 0 && <MailChoices account={data} />}
        </>
      )}
    </QueryBoundary>
  )
}

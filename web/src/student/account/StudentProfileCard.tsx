import { useQuery } from '@tanstack/react-query'
import accountClasses from '@/account/Account.module.css'
import { studentProfileQuery } from '@/api/people'
import { accountCopy } from '@/copy/account'
import { joiningCopy } from '@/copy/joining'
import { languageCopy } from '@/copy/language'
import { browserZone, nowIso, zoneLabel } from '@/lib/time'
import { usePerson } from '@/session/useSession'
import { DescriptionList } from '@/ui/DescriptionList'

const copy = accountCopy.profile

/** What is known about the student; the currency was chosen at onboarding (D19). */
export function StudentProfileCard() {
  const person = usePerson()
  const { data: profile } = useQuery(studentProfileQuery(person.email))
  const currencies: Readonly<Record<string, string>> = joiningCopy.currencies
  return (
    <section className={accountClasses.card} aria-labelledby="profile">
      <h2 id="profile">{copy.title}</h2>
      <DescriptionList
        items={[
          { label: copy.name, value: person.name },
          { label: copy.email, value: person.email },
          { label: copy.phone, value: profile ? (profile.phone ?? copy.none) : '…' },
          { label: copy.currency, value: profile ? (currencies[profile.currency] ?? profile.currency) : '…' },
          { label: copy.zone, value: zoneLabel(browserZone(), nowIso()), note: copy.zoneHint },
          { label: copy.language, value: languageCopy.current },
        ]}
      />
    </section>
  )
}

import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { accountQuery } from '@/api/account'
import { childrenCopy as copy } from '@/copy/guardians'
import { isMinor } from '@/family/isMinor'
import { Loading } from '@/ui/Loading'
import { TextLink } from '@/ui/TextLink'
import classes from './Account.module.css'
import { ADD_CHILD_HREF } from './addChildHref'
import { useHasChildren } from './useHasChildren'

const LazyChildren = lazy(async () => ({ default: (await import('./Children')).Children }))
const LazyOwnGuardians = lazy(async () => ({ default: (await import('./OwnGuardians')).OwnGuardians }))

/**
 * The account's children; for a student under 18, their guardians; for all others, a link to add a
 * child.
 */
export function FamilySection() {
  const hasChildren = useHasChildren()
  const account = useQuery({ ...accountQuery(), enabled: !hasChildren })
  if (hasChildren) {
    return (
      <Suspense fallback={<Loading label={copy.loading} height={240} />}>
        <LazyChildren />
      </Suspense>
    )
  }
  if (account.isPending) return null
  if (account.data?.birthDate && isMinor(account.data.birthDate)) {
    return (
      <Suspense>
        <LazyOwnGuardians />
      </Suspense>
    )
  }
  return (
    <p className={classes.hint}>
      <TextLink href={ADD_CHILD_HREF}>{copy.addFirst}</TextLink>
    </p>
  )
}

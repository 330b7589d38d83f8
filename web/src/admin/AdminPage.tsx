import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { adminQuery, forgetAdminData, invalidateAdmin } from '@/api/admin'
import { type Loss, whenSessionIsLost } from '@/api/adminClient'
import { invalidate } from '@/api/queryClient'
import { useAppConfig } from '@/api/useAppConfig'
import { adminCopy } from '@/copy/admin'
import { uiCopy } from '@/copy/ui'
import { forgetAdmin, signOutAdmin } from '@/session/admin'
import { Loading } from '@/ui/Loading'
import { markNavigated } from '@/ui/navigation'
import { Shell } from '@/ui/Shell'
import { toastError } from '@/ui/toast'
import classes from './Admin.module.css'
import { adminMenu } from './menu'
import { pages } from './pages'
import { placeOf } from './sections'

const LOGIN = '/admin-login'

/** /admin: the back office; its sections stand behind the hash. */
export function AdminPage() {
  const config = useAppConfig()
  const admin = useQuery(adminQuery()).data
  const { section, item } = placeOf(useHash())
  const { all: All, one: One } = pages[section]
  const leave = useWayOut()
  // The filters of a list are no place of their own.
  useArrival(`${section}/${item ?? ''}`)
  return (
    <Shell
      productName={config?.productName ?? ''}
      menu={adminMenu(section, leave)}
      menuLabel={adminCopy.menu.label}
      actions={
        admin && <span className={classes.who}>{adminCopy.signedInAs(admin.username, admin.role)}</span>
      }
    >
      <Suspense fallback={<Loading words={uiCopy.loading} height={480} />}>
        {item && One ? <One key={item} id={item} /> : <All />}
      </Suspense>
    </Shell>
  )
}

/** The hash of this page. On the way to the sign-in it stays, or another section would be opened and refused. */
function useHash(): string {
  const now = useLocation({ select: ({ pathname, hash }) => (pathname === LOGIN ? null : hash) })
  const [kept, keep] = useState(now ?? '')
  if (now !== null && now !== kept) keep(now)
  return now ?? kept
}

/** The way back to the sign-in, of one's own will or because the session has ended. */
function useWayOut(): () => void {
  const queries = useQueryClient()
  const navigate = useNavigate()

  useEffect(() => {
    const handle = (loss: Loss) => {
      if (loss === 'otherSignIn') {
        toastError(adminCopy.otherSignIn)
        void invalidate(queries, { queryKey: adminQuery().queryKey })
        // All of it was read as the other.
        void invalidateAdmin(queries)
        return
      }
      forgetAdmin()
      toastError(adminCopy.sessionEnded)
      void navigate({ to: LOGIN, replace: true })
    }
    return whenSessionIsLost(handle)
  }, [navigate, queries])

  // Not before all of it is off the screen: what is still shown would be read anew, and refused.
  useEffect(() => () => forgetAdminData(queries), [queries])

  return () => {
    signOutAdmin()
      .then(() => navigate({ to: LOGIN, replace: true }))
      .catch(() => toastError(adminCopy.logoutFailed))
  }
}

/** On each change of place after the first: headings take the focus from now on, and the page begins at its top. */
function useArrival(place: string): void {
  const shown = useRef(place)
  useLayoutEffect(() => {
    if (shown.current === place) return
    shown.current = place
    markNavigated()
    window.scrollTo({ top: 0 })
  }, [place])
}

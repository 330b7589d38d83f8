import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { adminQuery, invalidateAdmin, liveOverviewQuery, removeAdminQueries } from '@/api/admin'
import { onSessionLoss, type SessionLoss } from '@/api/adminClient'
import { invalidate } from '@/api/queryClient'
import { useAppConfig } from '@/api/useAppConfig'
import { adminCopy } from '@/copy/admin'
import { uiCopy } from '@/copy/ui'
import { endAdminSession, signOutAdmin } from '@/session/admin'
import { Loading } from '@/ui/Loading'
import { markNavigated } from '@/ui/navigation'
import { Shell } from '@/ui/Shell'
import { toastError } from '@/ui/toast'
import classes from './Admin.module.css'
import { adminMenu, menuCounts } from './menu'
import { pages } from './pages'
import { SearchButton } from './search/SearchButton'
import { parseAdminHash } from './sections'

const LOGIN_PATH = '/admin-login'

/** /admin: the admin area; sections by URL hash. */
export function AdminPage() {
  const config = useAppConfig()
  const admin = useQuery(adminQuery()).data
  const { section, item } = parseAdminHash(useAdminHash())
  const { list: ListPage, detail: DetailPage } = pages[section]
  const figures = useQuery(liveOverviewQuery()).data
  const logout = useLogout()
  // Changing the filters of a list is not a new view.
  useViewChange(`${section}/${item ?? ''}`)
  return (
    <Shell
      productName={config?.productName ?? ''}
      menu={adminMenu(section, menuCounts(figures), logout)}
      menuLabel={adminCopy.menu.label}
      actions={
        <>
          {admin && <span className={classes.user}>{adminCopy.signedInAs(admin.username, admin.role)}</span>}
          <SearchButton />
        </>
      }
    >
      <Suspense fallback={<Loading label={uiCopy.loading} height={480} />}>
        {item && DetailPage ? <DetailPage key={item} id={item} /> : <ListPage />}
      </Suspense>
    </Shell>
  )
}

/**
 * The hash of this page. Kept while navigating to the sign-in page, where an empty hash would open
 * another section and send rejected requests.
 */
function useAdminHash(): string {
  const currentHash = useLocation({ select: ({ pathname, hash }) => (pathname === LOGIN_PATH ? null : hash) })
  const [lastHash, setLastHash] = useState(currentHash ?? '')
  if (currentHash !== null && currentHash !== lastHash) setLastHash(currentHash)
  return currentHash ?? lastHash
}

/** Returns the logout function, and leaves for the sign-in page when the session ends. */
function useLogout(): () => void {
  const queries = useQueryClient()
  const navigate = useNavigate()

  useEffect(() => {
    const handle = (loss: SessionLoss) => {
      if (loss === 'otherSignIn') {
        toastError(adminCopy.otherSignIn)
        void invalidate(queries, { queryKey: adminQuery().queryKey })
        // All cached data was loaded by the other administrator.
        void invalidateAdmin(queries)
        return
      }
      endAdminSession()
      void navigate({ to: LOGIN_PATH, hash: true, replace: true })
    }
    return onSessionLoss(handle)
  }, [navigate, queries])

  // Only after unmounting: mounted queries would refetch and be rejected.
  useEffect(() => () => removeAdminQueries(queries), [queries])

  return () => {
    signOutAdmin()
      .then(() => navigate({ to: LOGIN_PATH, replace: true }))
      .catch(() => toastError(adminCopy.logoutFailed))
  }
}

function useViewChange(viewKey: string): void {
  const lastViewKey = useRef(viewKey)
  useLayoutEffect(() => {
    if (lastViewKey.current === viewKey) return
    lastViewKey.current = viewKey
    markNavigated()
    window.scrollTo({ top: 0 })
  }, [viewKey])
}

import { useLocation, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useLayoutEffect, useRef } from 'react'
import { useAppConfig } from '@/api/useAppConfig'
import { teacherCopy } from '@/copy/teacher'
import { uiCopy } from '@/copy/ui'
import { signOut } from '@/session/signOut'
import { Loading } from '@/ui/Loading'
import { markNavigated } from '@/ui/navigation'
import { Shell } from '@/ui/Shell'
import { useLaterParts } from '@/ui/useLaterParts'
import { DashboardSection } from './dashboard/DashboardSection'
import { parts, SectionView } from './later'
import { teacherMenu } from './menu'
import { DEFAULT_SECTION, placeOf } from './sections'
import { useLeaveGuard } from './useLeaveGuard'

const LeaveDialog = lazy(async () => ({ default: (await parts.leave()).LeaveDialog }))

/** /teacher: the sections stand behind the hash, as in the student area. */
export function TeacherPage() {
  useEnglish()
  useLaterParts(parts)
  const config = useAppConfig()
  const navigate = useNavigate()
  const hash = useLocation({ select: (location) => location.hash })
  const known = placeOf(hash) !== null
  const { place, setUnsaved, leave, question } = useLeaveGuard(known ? hash : DEFAULT_SECTION)
  const { section, item } = placeOf(place) ?? { section: DEFAULT_SECTION, item: null }
  useArrival(place)

  useEffect(() => {
    if (!known) void navigate({ to: '.', search: true, hash: DEFAULT_SECTION, replace: true })
  }, [known, navigate])

  const menu = teacherMenu(section, () => leave(() => void signOut()))
  return (
    <Shell productName={config?.productName ?? ''} menu={menu} menuLabel={teacherCopy.menu.label}>
      <Suspense fallback={<Loading words={uiCopy.loading} height={480} />}>
        {section === 'dashboard' ? (
          <DashboardSection />
        ) : (
          <SectionView section={section} item={item} onUnsaved={setUnsaved} />
        )}
      </Suspense>
      <Suspense>{question && <LeaveDialog {...question} />}</Suspense>
    </Shell>
  )
}

/** This side speaks English only: a page that began in Hindi, with signing in, is loaded anew. */
function useEnglish(): void {
  useLayoutEffect(() => {
    if (document.documentElement.lang === 'hi') window.location.reload()
  }, [])
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

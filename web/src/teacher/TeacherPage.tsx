import { useLocation, useNavigate } from '@tanstack/react-router'
import { type ComponentType, lazy, Suspense, useEffect, useLayoutEffect, useRef } from 'react'
import { useAppConfig } from '@/api/useAppConfig'
import { teacherCopy } from '@/copy/teacher'
import { uiCopy } from '@/copy/ui'
import { signOut } from '@/session/signOut'
import { useSession } from '@/session/useSession'
import { Loading } from '@/ui/Loading'
import { markNavigated } from '@/ui/navigation'
import { Shell } from '@/ui/Shell'
import { useEnglishOnly } from '@/ui/useEnglishOnly'
import { usePreloadOnFirstUse } from '@/ui/usePreloadOnFirstUse'
import { DashboardSection } from './dashboard/DashboardSection'
import { LazyTeacherSectionView, lazyModules } from './lazyComponents'
import { teacherBar, teacherMenu } from './menu'
import { DEFAULT_TEACHER_SECTION, parseTeacherHash } from './sections'
import { useUnsavedChangesGuard } from './useUnsavedChangesGuard'

const LazyUnsavedChangesDialog = lazy(async () => ({
  default: (await lazyModules.unsavedChanges()).UnsavedChangesDialog,
}))

// If the file cannot be loaded, the area works without it.
const LazyFamilySwitcher = lazy<ComponentType<{ area: 'teacher' }>>(() =>
  import('@/family/FamilySwitcher').then(
    ({ FamilySwitcher }) => ({ default: FamilySwitcher }),
    () => ({ default: () => null }),
  ),
)

/** For teachers who have children in the school. */
function TeacherActions() {
  const session = useSession()
  const isGuardian = session?.status === 'signedIn' && session.learners
  return <Suspense>{isGuardian && <LazyFamilySwitcher area="teacher" />}</Suspense>
}

/** /teacher: sections by URL hash, as in the student area. */
export function TeacherPage() {
  useEnglishOnly()
  usePreloadOnFirstUse(lazyModules)
  const config = useAppConfig()
  const navigate = useNavigate()
  const hash = useLocation({ select: (location) => location.hash })
  const isKnown = parseTeacherHash(hash) !== null
  const { visibleHash, setUnsaved, leave, question } = useUnsavedChangesGuard(
    isKnown ? hash : DEFAULT_TEACHER_SECTION,
  )
  const { section, item } = parseTeacherHash(visibleHash) ?? { section: DEFAULT_TEACHER_SECTION, item: null }
  useHashChange(visibleHash)

  useEffect(() => {
    if (!isKnown) void navigate({ to: '.', search: true, hash: DEFAULT_TEACHER_SECTION, replace: true })
  }, [isKnown, navigate])

  const menu = teacherMenu(section, () => leave(() => void signOut()))
  return (
    <Shell
      productName={config?.productName ?? ''}
      menu={menu}
      menuLabel={teacherCopy.menu.label}
      wideContent
      actions={<TeacherActions />}
      bottomBar={{
        label: teacherCopy.menu.bar.label,
        entries: teacherBar(section),
        moreLabel: teacherCopy.menu.bar.more,
      }}
    >
      <Suspense fallback={<Loading label={uiCopy.loading} height={480} />}>
        {section === 'dashboard' ? (
          <DashboardSection />
        ) : (
          <LazyTeacherSectionView section={section} item={item} onUnsaved={setUnsaved} />
        )}
      </Suspense>
      <Suspense>{question && <LazyUnsavedChangesDialog {...question} />}</Suspense>
    </Shell>
  )
}

/**
 * After a change of the hash, headings take focus and the page scrolls to the top. Not on the first
 * render.
 */
function useHashChange(hash: string): void {
  const previousHash = useRef(hash)
  useLayoutEffect(() => {
    if (previousHash.current === hash) return
    previousHash.current = hash
    markNavigated()
    window.scrollTo({ top: 0 })
  }, [hash])
}

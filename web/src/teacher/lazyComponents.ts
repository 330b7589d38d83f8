/** Code of the teacher area that its first screen does not need; preloaded once the page is used. */
import { lazy } from 'react'
import { loadCalendarDialogs } from './calendar/lazyCalendarDialogs'
import { loadClassDialog } from './classes/lazyClassDialog'

export const lazyModules = {
  weekCalendar: () => import('@/ui/WeekCalendar'),
  sections: () => import('./TeacherSectionView'),
  unsavedChanges: () => import('./UnsavedChangesDialog'),
  share: () => import('./dashboard/ShareDialog'),
  details: loadClassDialog,
  calendarDialogs: loadCalendarDialogs,
}

export const LazyTeacherSectionView = lazy(async () => ({
  default: (await lazyModules.sections()).TeacherSectionView,
}))
export const LazyShareDialog = lazy(async () => ({ default: (await lazyModules.share()).ShareDialog }))

/** Code of the teacher area that is not needed to draw the dashboard: fetched once the page is at rest. */
import { lazy } from 'react'
import { loadClassDialog } from './classes/lazyClassDialog'

export const parts = {
  sections: () => import('./SectionView'),
  leave: () => import('./LeaveDialog'),
  share: () => import('./dashboard/ShareDialog'),
  details: loadClassDialog,
}

export const SectionView = lazy(async () => ({ default: (await parts.sections()).SectionView }))
export const ShareDialog = lazy(async () => ({ default: (await parts.share()).ShareDialog }))

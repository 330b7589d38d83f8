import { lazy } from 'react'

/** Loads `ClassDialog`; the teacher area calls it before a class is opened. */
export const loadClassDialog = () => import('./ClassDialog')

/** `ClassDialog`, loaded on its first render. Render it inside `Suspense`. */
export const LazyClassDialog = lazy(async () => ({ default: (await loadClassDialog()).ClassDialog }))

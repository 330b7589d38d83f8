import { lazy } from 'react'

/** Loads the code of `ClassDialog`; the teacher area calls it early, before a class is opened. */
export const loadClassDialog = () => import('./ClassDialog')

/** `ClassDialog`, loaded on its first render. Render it inside `Suspense`. */
export const ClassDialog = lazy(async () => ({ default: (await loadClassDialog()).ClassDialog }))

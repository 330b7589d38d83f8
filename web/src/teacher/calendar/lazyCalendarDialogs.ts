import { lazy } from 'react'

/** Loads the dialogs; the teacher area calls it before one is opened. */
export const loadCalendarDialogs = () => import('./CalendarDialogs')

export const LazyCalendarDialogs = lazy(async () => ({
  default: (await loadCalendarDialogs()).CalendarDialogs,
}))

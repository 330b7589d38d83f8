import type { ReactNode } from 'react'

/** Whether what needs no script is drawn here: at build time, and in development, where nothing was built. */
export const DRAWN = import.meta.env.SSR || import.meta.env.DEV

/**
 * What needs no script. In the browser it stays as the build has written it, and its code is never loaded: there the caller
 * passes `DRAWN && …`, which is false.
 */
export function Still({ children }: { children: ReactNode }) {
  if (DRAWN) return <div className="still">{children}</div>
  // biome-ignore lint/security/noDangerouslySetInnerHtml: empty, and never written: it only keeps React away from what is there
  return <div className="still" suppressHydrationWarning dangerouslySetInnerHTML={{ __html: '' }} />
}

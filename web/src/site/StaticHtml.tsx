import type { ReactNode } from 'react'

/** True at build time, and in development, where nothing is prerendered. */
export const RENDERS_STATIC_HTML = import.meta.env.SSR || import.meta.env.DEV

/**
 * Content that needs no JavaScript. In the browser the prerendered HTML stays, and its code is not
 * in the bundle: the caller passes `RENDERS_STATIC_HTML && …`, which is `false` there.
 */
export function StaticHtml({ children }: { children: ReactNode }) {
  if (RENDERS_STATIC_HTML) return <div className="static-html">{children}</div>
  // biome-ignore lint/security/noDangerouslySetInnerHtml: empty and never written; it only keeps React from removing the prerendered HTML
  return <div className="static-html" suppressHydrationWarning dangerouslySetInnerHTML={{ __html: '' }} />
}

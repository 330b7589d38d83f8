import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { DEFAULT_SECTION, type Section, sectionOf } from './sections'

export type View = Section | 'terms'

export interface SectionControl {
  view: View
  open: (section: Section) => void
  /** Lays Terms & Conditions over the section, or takes them away again. */
  coverWithTerms: (covered: boolean) => void
}

/**
 * The view on show. The hash says which section; a missing or unknown one is replaced by #dashboard. Terms & Conditions
 * lies over the section without changing the hash, until a section is opened (SPEC §2).
 */
export function useSection(): SectionControl {
  const hash = useLocation({ select: (location) => location.hash })
  const navigate = useNavigate()
  const [covered, setCovered] = useState<string | null>(null)
  const section = sectionOf(hash)

  useEffect(() => {
    if (!section) void navigate({ to: '.', search: true, hash: DEFAULT_SECTION, replace: true })
  }, [section, navigate])

  // Leaving a section by the address or by Back takes the terms away for good, not until the next visit.
  if (covered !== null && covered !== hash) setCovered(null)

  return {
    view: covered === hash ? 'terms' : (section ?? DEFAULT_SECTION),
    open: (next) => {
      setCovered(null)
      void navigate({ to: '.', search: true, hash: next })
    },
    coverWithTerms: (cover) => setCovered(cover ? hash : null),
  }
}

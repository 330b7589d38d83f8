import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { DEFAULT_STUDENT_SECTION, type StudentSection, studentSectionOf } from './sections'

export type StudentView = StudentSection | 'terms'

export interface StudentSectionControl {
  view: StudentView
  open: (section: StudentSection) => void
  /** Shows or hides Terms & Conditions. */
  setTermsVisible: (covered: boolean) => void
}

/**
 * The visible section by URL hash; a missing or unknown hash is replaced by #dashboard. Terms &
 * Conditions are shown instead of the section without changing the hash, until another section is
 * opened (SPEC §2).
 */
export function useStudentSection(): StudentSectionControl {
  const hash = useLocation({ select: (location) => location.hash })
  // While a receipt is opening, this section is still mounted.
  const isHere = useLocation({ select: ({ pathname }) => pathname === '/booking' })
  const navigate = useNavigate()
  const [termsHash, setTermsHash] = useState<string | null>(null)
  const section = studentSectionOf(hash)

  useEffect(() => {
    if (!section && isHere)
      void navigate({ to: '.', search: true, hash: DEFAULT_STUDENT_SECTION, replace: true })
  }, [section, isHere, navigate])

  // Leaving a section by URL or Back hides the terms permanently.
  if (termsHash !== null && termsHash !== hash) setTermsHash(null)

  return {
    view: termsHash === hash ? 'terms' : (section ?? DEFAULT_STUDENT_SECTION),
    open: (next) => {
      setTermsHash(null)
      void navigate({ to: '.', search: true, hash: next })
    },
    setTermsVisible: (visible) => setTermsHash(visible ? hash : null),
  }
}

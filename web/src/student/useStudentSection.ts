import { useLocation, useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { DEFAULT_STUDENT_SECTION, type StudentSection, studentSectionOf } from './sections'

export type StudentView = StudentSection | 'terms'

export interface StudentSectionControl {
  view: StudentView
  open: (section: StudentSection) => void
  /** An entry of the menu was selected. The link of a section changes the hash itself. */
  select: (view: StudentView) => void
}

/**
 * The visible section by URL hash; a missing or unknown hash is replaced by #dashboard. Terms &
 * Conditions are shown instead of the section without changing the hash (SPEC §2): `?terms=account`
 * covers #account, so the view survives a reload and has an address.
 */
export function useStudentSection(): StudentSectionControl {
  const hash = useLocation({ select: (location) => location.hash })
  // While a receipt is opening, this section is still mounted.
  const isHere = useLocation({ select: ({ pathname }) => pathname === '/booking' })
  const { ref, terms } = useSearch({ strict: false })
  const navigate = useNavigate()
  const section = studentSectionOf(hash) ?? DEFAULT_STUDENT_SECTION
  const isHashKnown = section === hash
  // The link of another section changes the hash only.
  const isTermsLeft = terms !== undefined && terms !== section
  const invite = ref ? { ref } : {}

  const correctUrl = useEffectEvent(() => {
    const search = isTermsLeft ? invite : true
    void navigate({ to: '.', search, hash: section, replace: true })
  })
  useEffect(() => {
    if (isHere && (!isHashKnown || isTermsLeft)) correctUrl()
  }, [isHere, isHashKnown, isTermsLeft])

  return {
    view: terms === section ? 'terms' : section,
    open: (next) => void navigate({ to: '.', search: invite, hash: next }),
    select: (view) => {
      if (view === 'terms') void navigate({ to: '.', search: { ...invite, terms: section }, hash: section })
      // The link of the covered section does not change the hash.
      else if (view === section && terms === section)
        void navigate({ to: '.', search: invite, hash: section })
    },
  }
}

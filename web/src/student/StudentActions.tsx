import { FamilySwitcher } from '@/family/FamilySwitcher'
import { LanguageToggle } from '@/ui/LanguageToggle'

/** In the header of each page for students. */
export function StudentActions() {
  return (
    <>
      <FamilySwitcher />
      <LanguageToggle />
    </>
  )
}

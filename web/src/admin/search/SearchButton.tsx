import { useHotkeys } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { adminSearchCopy as copy } from '@/copy/adminToday'
import { IconButton } from '@/ui/IconButton'

const SearchDialog = lazy(async () => ({ default: (await import('./SearchDialog')).SearchDialog }))

/** Opens the search for everything; so does Ctrl-K or ⌘K. */
export function SearchButton() {
  const [isOpen, setIsOpen] = useState(false)
  // Also while a field has focus.
  useHotkeys([['mod+K', () => setIsOpen(true)]], [])
  return (
    <>
      <IconButton label={copy.openHint} onClick={() => setIsOpen(true)}>
        <IconSearch size={20} />
      </IconButton>
      <Suspense>{isOpen && <SearchDialog onClose={() => setIsOpen(false)} />}</Suspense>
    </>
  )
}

import { Drawer } from '@mantine/core'
import { useMounted } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { uiCopy } from '@/copy/ui'
import { Menu, type MenuEntry } from './Menu'

/** What has the focus first. */
const FIRST = { 'data-autofocus': true }

interface MenuDrawerProps {
  opened: boolean
  onClose: () => void
  entries: MenuEntry[]
  /** Names the menu for screen readers. */
  label: string
  title: ReactNode
}

/**
 * The side menu on narrow screens. Closed, it is not in the page at all, so that Tab never enters it. Mounted open, it
 * opens a moment later: the drawer notes where focus returns to only when it goes from closed to open.
 */
export function MenuDrawer({ opened, onClose, entries, label, title }: MenuDrawerProps) {
  const mounted = useMounted()
  return (
    <Drawer
      opened={mounted && opened}
      onClose={onClose}
      size={300}
      title={title}
      closeButtonProps={{ 'aria-label': uiCopy.closeMenu, size: 44, ...FIRST }}
    >
      <nav aria-label={label}>
        <Menu entries={entries} onChosen={onClose} />
      </nav>
    </Drawer>
  )
}

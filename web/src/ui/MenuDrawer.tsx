import { Drawer } from '@mantine/core'
import type { ReactNode } from 'react'
import { uiCopy } from '@/copy/ui'
import { Menu, type MenuEntry } from './Menu'

interface MenuDrawerProps {
  opened: boolean
  onClose: () => void
  entries: MenuEntry[]
  /** Names the menu for screen readers. */
  label: string
  title: ReactNode
}

/** The side menu on narrow screens. Closed, it is not in the page at all, so that Tab never enters it. */
export function MenuDrawer({ opened, onClose, entries, label, title }: MenuDrawerProps) {
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      size={300}
      title={title}
      closeButtonProps={{ 'aria-label': uiCopy.closeMenu, size: 44 }}
    >
      <nav aria-label={label}>
        <Menu entries={entries} onChosen={onClose} />
      </nav>
    </Drawer>
  )
}

import { Drawer } from '@mantine/core'
import { useMounted } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { uiCopy } from '@/copy/ui'
import { followLinkInDialog } from './dialogHistory'
import { Menu, type MenuEntry } from './Menu'
import { useBackCloses } from './useBackCloses'

/** Mantine focuses the element with this attribute first. */
const AUTOFOCUS = { 'data-autofocus': true }

export interface MenuDrawerProps {
  opened: boolean
  onClose: () => void
  entries: MenuEntry[]
  /** Names the menu for screen readers. */
  label: string
  title: ReactNode
}

/**
 * The menu on narrow screens. Not in the DOM while closed, so that Tab never enters it. Opens after
 * mounting: Mantine's drawer records where focus returns to only when it changes from closed to
 * open.
 */
export function MenuDrawer({ opened, onClose, entries, label, title }: MenuDrawerProps) {
  const mounted = useMounted()
  useBackCloses(mounted && opened, onClose)
  return (
    <Drawer.Root opened={mounted && opened} onClose={onClose} size={300}>
      <Drawer.Overlay />
      <Drawer.Content>
        {/* The page has one banner landmark, its own header. */}
        <Drawer.Header role="presentation">
          <Drawer.Title>{title}</Drawer.Title>
          <Drawer.CloseButton aria-label={uiCopy.closeMenu} size={44} {...AUTOFOCUS} />
        </Drawer.Header>
        <Drawer.Body>
          <nav aria-label={label}>
            <Menu
              entries={entries}
              onEntrySelect={(event, href) => {
                if (href) followLinkInDialog(event, href)
                onClose()
              }}
            />
          </nav>
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  )
}

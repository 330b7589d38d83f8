import { useDisclosure } from '@mantine/hooks'
import { IconMenu2 } from '@tabler/icons-react'
import { type ComponentType, type MouseEvent, type ReactNode, useEffect, useState } from 'react'
import { uiCopy } from '@/copy/ui'
import { BottomBar, type BottomBarProps } from './BottomBar'
import { Brand } from './Brand'
import { IconButton } from './IconButton'
import { Menu, type MenuEntry } from './Menu'
import type { MenuDrawerProps } from './MenuDrawer'
import { OfflineNotice } from './OfflineNotice'
import { restoreFocus } from './restoreFocus'
import classes from './Shell.module.css'
import { ThemeToggle } from './ThemeToggle'
import { useIsDesktop, useIsWide } from './useIsWide'

const loadDrawer = () => import('./MenuDrawer').catch(() => null)

interface ShellProps {
  productName: string
  /** Entries of the side menu; none if empty. */
  menu?: MenuEntry[]
  /** Names the menu for screen readers. */
  menuLabel?: string
  /** Shows the side menu from 992 px instead of 768 px, for pages that need the width. */
  wideContent?: boolean
  /** A bar of links at the bottom of narrow screens. */
  bottomBar?: Omit<BottomBarProps, 'onMore'>
  /** Shown in the header beside the theme toggle. */
  actions?: ReactNode
  children: ReactNode
}

const MAIN = 'main'

/** Layout of every signed-in page: header, side menu from 768 px, drawer below. */
export function Shell({
  productName,
  menu = [],
  menuLabel = uiCopy.menu,
  wideContent = false,
  bottomBar,
  actions,
  children,
}: ShellProps) {
  useEffect(restoreFocus, [])
  const [tablet, desktop] = [useIsWide(), useIsDesktop()]
  const wide = wideContent ? desktop : tablet
  const [opened, drawer] = useDisclosure(false)
  const [MenuDrawer, setMenuDrawer] = useState<ComponentType<MenuDrawerProps> | null>(null)
  const openMenu = async (event: MouseEvent<HTMLElement>) => {
    // Safari does not focus a clicked button, but focus must return to it.
    event.currentTarget.focus()
    const loaded = await loadDrawer()
    // Without a connection, which the page says already; a later press tries again.
    if (!loaded) return
    setMenuDrawer(() => loaded.MenuDrawer)
    drawer.open()
  }
  const hasMenu = menu.length > 0
  return (
    <div
      className={classes.shell}
      data-menu={hasMenu && wide ? true : undefined}
      data-bar={!wide && bottomBar ? true : undefined}
    >
      <a className={classes.skip} href={`#${MAIN}`} onClick={skipToMain}>
        {uiCopy.skipToContent}
      </a>
      <header className={classes.header}>
        {hasMenu && !wide && (
          <IconButton
            label={uiCopy.openMenu}
            onClick={(event) => void openMenu(event)}
            onPointerEnter={() => void loadDrawer()}
            aria-expanded={opened}
          >
            <IconMenu2 size={22} />
          </IconButton>
        )}
        <Brand productName={productName} />
        <div className={classes.actions}>
          {actions}
          <ThemeToggle />
        </div>
      </header>
      {hasMenu && wide && (
        <nav className={classes.side} aria-label={menuLabel}>
          <Menu entries={menu} />
        </nav>
      )}
      {MenuDrawer && hasMenu && !wide && (
        <MenuDrawer
          opened={opened}
          onClose={drawer.close}
          entries={menu}
          label={menuLabel}
          title={<Brand productName={productName} />}
        />
      )}
      <main id={MAIN} tabIndex={-1} className={classes.main}>
        <OfflineNotice />
        {children}
      </main>
      {!wide && bottomBar && <BottomBar {...bottomBar} onMore={(event) => void openMenu(event)} />}
    </div>
  )
}

/** Not by a link to the hash, which selects the section of a page. */
function skipToMain(event: { preventDefault(): void }) {
  event.preventDefault()
  document.getElementById(MAIN)?.focus()
}

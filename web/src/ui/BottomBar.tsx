import { IconDots } from '@tabler/icons-react'
import type { MouseEvent } from 'react'
import classes from './BottomBar.module.css'
import type { MenuEntry } from './Menu'

export interface BottomBarProps {
  label: string
  entries: MenuEntry[]
  /** Label of the last entry, which opens the whole menu. */
  moreLabel: string
  onMore: (event: MouseEvent<HTMLElement>) => void
}

/** The most used entries of a menu at the bottom of a narrow screen, in reach of the thumb. */
export function BottomBar({ label, entries, moreLabel, onMore }: BottomBarProps) {
  return (
    <nav className={classes.bar} aria-label={label}>
      {entries.map(({ key, label: text, icon: Icon, href, active }) => (
        <a key={key} href={href} aria-current={active ? 'page' : undefined}>
          {Icon && <Icon size={22} stroke={1.7} />}
          {text}
        </a>
      ))}
      <button type="button" aria-haspopup="dialog" onClick={onMore}>
        <IconDots size={22} stroke={1.7} />
        {moreLabel}
      </button>
    </nav>
  )
}

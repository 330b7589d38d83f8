import type { ComponentType } from 'react'
import classes from './Menu.module.css'

export interface MenuEntry {
  key: string
  label: string
  /** Of the label, where it is not the page's. */
  lang?: string
  icon?: ComponentType<{ size?: number | string; stroke?: number | string }>
  active?: boolean
  /** Where it leads; without it the entry is a button. */
  href?: string
  onSelect?: () => void
  /** Entries below a heading that itself leads nowhere. */
  items?: MenuEntry[]
}

interface MenuProps {
  entries: MenuEntry[]
  /** After an entry was chosen, to close a drawer. */
  onChosen?: () => void
}

/** The menu of an area, the same in the side bar and in the drawer. */
export function Menu({ entries, onChosen }: MenuProps) {
  return (
    <ul className={classes.menu}>
      {entries.map((entry) => (
        <li key={entry.key}>
          {entry.items ? (
            <>
              <span className={classes.group} id={`menu-${entry.key}`}>
                {entry.icon && <entry.icon size={20} stroke={1.7} />}
                {entry.label}
              </span>
              <ul className={classes.sub} aria-labelledby={`menu-${entry.key}`}>
                {entry.items.map((item) => (
                  <li key={item.key}>
                    <Entry entry={item} onChosen={onChosen} />
                  </li>
                ))}
              </ul>
            </>
          ) : (
            <Entry entry={entry} onChosen={onChosen} />
          )}
        </li>
      ))}
    </ul>
  )
}

function Entry({ entry, onChosen }: { entry: MenuEntry; onChosen: (() => void) | undefined }) {
  const choose = () => {
    entry.onSelect?.()
    onChosen?.()
  }
  const inside = (
    <>
      {entry.icon && <entry.icon size={20} stroke={1.7} />}
      {entry.label}
    </>
  )
  const shared = {
    className: classes.entry,
    lang: entry.lang,
    'aria-current': entry.active ? ('page' as const) : undefined,
  }
  return entry.href ? (
    <a {...shared} href={entry.href} onClick={choose}>
      {inside}
    </a>
  ) : (
    <button {...shared} type="button" onClick={choose}>
      {inside}
    </button>
  )
}

import type { ComponentType, MouseEvent } from 'react'
import classes from './Menu.module.css'

export interface MenuEntry {
  key: string
  label: string
  /** Language of the label, if it differs from the page's. */
  lang?: string
  icon?: ComponentType<{ size?: number | string; stroke?: number | string }>
  active?: boolean
  /** Number of items that wait; shown if it is not zero. */
  count?: number
  /** Link target; without it the entry is a button. */
  href?: string
  onSelect?: () => void
  /** Entries below a heading that is not a link. */
  items?: MenuEntry[]
}

interface MenuProps {
  entries: MenuEntry[]
  /** Called when an entry was selected, to close a drawer; `href` is the target of a link. */
  onEntrySelect?: (event: MouseEvent, href?: string) => void
}

/** The menu of an area, used in the sidebar and in the drawer. */
export function Menu({ entries, onEntrySelect }: MenuProps) {
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
                    <Entry entry={item} onChosen={onEntrySelect} />
                  </li>
                ))}
              </ul>
            </>
          ) : (
            <Entry entry={entry} onChosen={onEntrySelect} />
          )}
        </li>
      ))}
    </ul>
  )
}

function Entry({ entry, onChosen }: { entry: MenuEntry; onChosen: MenuProps['onEntrySelect'] }) {
  const select = (event: MouseEvent) => {
    entry.onSelect?.()
    onChosen?.(event, entry.href)
  }
  const content = (
    <>
      {entry.icon && <entry.icon size={20} stroke={1.7} />}
      {entry.label}
      {Boolean(entry.count) && (
        <>
          {' '}
          <span className={classes.count}>{entry.count}</span>
        </>
      )}
    </>
  )
  const shared = {
    className: classes.entry,
    lang: entry.lang,
    'aria-current': entry.active ? ('page' as const) : undefined,
  }
  return entry.href ? (
    <a {...shared} href={entry.href} onClick={select}>
      {content}
    </a>
  ) : (
    <button {...shared} type="button" onClick={select}>
      {content}
    </button>
  )
}

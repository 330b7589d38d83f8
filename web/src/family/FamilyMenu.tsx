import { useClickOutside, useDisclosure } from '@mantine/hooks'
import { IconCheck, IconChevronDown, IconPlus } from '@tabler/icons-react'
import { type KeyboardEvent, useId, useRef } from 'react'
import { familyCopy as copy } from '@/copy/family'
import { accountOf, actingLearnerOf } from '@/session/acting'
import { useSignedIn } from '@/session/useSession'
import { useChild } from './childName'
import classes from './FamilyMenu.module.css'
import { type FamilyEntry, familyEntries } from './familyEntries'

export interface FamilyMenuProps {
  /** The area in which the menu is shown. That of teachers is never for a child. */
  area: 'student' | 'teacher'
}

/**
 * The button says for whom the page is. Its entries are links that load the page for another person,
 * so that nothing of the first remains.
 */
export function FamilyMenu({ area }: FamilyMenuProps) {
  const session = useSignedIn()
  const { learners = [] } = session
  const [opened, menu] = useDisclosure(false)
  const button = useRef<HTMLButtonElement>(null)
  const root = useClickOutside(menu.close)
  const listId = useId()
  const name = useChild()
  const entries = familyEntries(learners, accountOf(session), actingLearnerOf(session), area)

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && opened) {
      event.stopPropagation()
      menu.close()
      button.current?.focus()
    }
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      if (opened) moveFocus(root.current, event.key === 'ArrowDown' ? 1 : -1)
      else menu.open()
    }
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the button and the links inside
    <div
      ref={root}
      className={classes.root}
      onKeyDown={onKeyDown}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (relatedTarget && !currentTarget.contains(relatedTarget)) menu.close()
      }}
    >
      <button
        ref={button}
        type="button"
        className={classes.button}
        aria-label={area === 'teacher' ? undefined : labelOf(name)}
        aria-expanded={opened}
        aria-controls={opened ? listId : undefined}
        onClick={menu.toggle}
      >
        <ButtonText area={area} name={name} />
        <IconChevronDown size={18} aria-hidden className={classes.chevron} />
      </button>
      {opened && (
        <ul id={listId} className={classes.list} aria-label={copy.listLabel}>
          {entries.map((entry) => (
            <li key={entry.key}>
              <EntryLink entry={entry} onCurrent={menu.close} />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

const labelOf = (name: string | null) => (name ? copy.changeChild(name) : copy.changeMe)

/** On narrow screens the name alone. */
function ButtonText({ area, name }: FamilyMenuProps & { name: string | null }) {
  if (area === 'teacher') return <span className={classes.text}>{copy.myChildren}</span>
  if (!name) return <span className={classes.text}>{copy.forMe}</span>
  return (
    <>
      <span className={`${classes.text} ${classes.wide}`}>{copy.forChild(name)}</span>
      <span className={`${classes.text} ${classes.narrow}`}>{name}</span>
    </>
  )
}

function EntryLink({ entry, onCurrent }: { entry: FamilyEntry; onCurrent: () => void }) {
  return (
    <a
      href={entry.href}
      className={classes.entry}
      aria-current={entry.isCurrent ? 'true' : undefined}
      onClick={(event) => {
        if (!entry.isCurrent || event.metaKey || event.ctrlKey || event.shiftKey) return
        event.preventDefault()
        onCurrent()
      }}
    >
      <span className={classes.mark}>
        {entry.isCurrent && <IconCheck size={18} aria-hidden />}
        {entry.key === 'add' && <IconPlus size={18} aria-hidden />}
      </span>
      <span className={classes.names}>
        {entry.label}
        {entry.detail && <span className={classes.detail}>{entry.detail}</span>}
      </span>
    </a>
  )
}

/** Moves the focus among the button and the links, from the last to the first. */
function moveFocus(root: HTMLElement | null, step: 1 | -1): void {
  const targets = [...(root?.querySelectorAll<HTMLElement>('button, a') ?? [])]
  const index = targets.indexOf(document.activeElement as HTMLElement)
  targets[(index + step + targets.length) % targets.length]?.focus()
}

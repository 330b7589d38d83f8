import { type ComboboxItem, type OptionsFilter, Select, type SelectProps } from '@mantine/core'
import { type FocusEvent, useMemo, useRef } from 'react'
import { hoursCopy as copy } from '@/copy/hours'
import { formatClockTime, matchesTyped } from '@/lib/clockTime'
import { QUARTER_HOURS } from './hoursForm'

const START_TIMES = QUARTER_HOURS.slice(0, -1)
const END_TIMES = QUARTER_HOURS.slice(1)

/** Where the list opens while no time is selected. */
const FIRST_SHOWN = '07:00'

export interface TimeSelectProps extends Omit<SelectProps, 'data'> {
  kind: 'start' | 'end'
  /** Only times after this one are listed. */
  after?: string
}

/**
 * Selects a time in steps of 15 minutes, such as `7:30 am`. Typing `7`, `730p` or `19:30` narrows
 * the list to it, and leaving the field selects the first match.
 */
export function TimeSelect({ kind, after = '', ...props }: TimeSelectProps) {
  const options = useMemo(() => {
    const times = kind === 'start' ? START_TIMES : END_TIMES.filter((time) => time > after)
    return times.map((value) => ({ value, label: formatClockTime(value) }))
  }, [kind, after])
  const dropdown = useRef<HTMLDivElement>(null)
  const showDayTime = () => {
    if (props.value) return
    // After the list is rendered.
    requestAnimationFrame(() =>
      dropdown.current?.querySelector(`[value="${FIRST_SHOWN}"]`)?.scrollIntoView?.({ block: 'start' }),
    )
  }
  const selectFirstMatch = (event: FocusEvent<HTMLInputElement>) => {
    props.onBlur?.(event)
    const typed = event.currentTarget.value
    const match = typed === '' ? undefined : findMatches(options, typed)[0]
    if (match && match.value !== props.value) props.onChange?.(match.value, match)
  }
  return (
    <Select
      data={options}
      searchable
      // Focus that moves to an invalid field would open the list over the error message.
      openOnFocus={false}
      allowDeselect={false}
      selectFirstOptionOnChange
      filter={filterTimes}
      nothingFoundMessage={copy.noTime}
      withCheckIcon={false}
      maxDropdownHeight={260}
      comboboxProps={{ width: 'max-content', position: 'bottom-start' }}
      rightSectionWidth={28}
      onDropdownOpen={showDayTime}
      {...props}
      onBlur={selectFirstMatch}
      scrollAreaProps={{ viewportRef: dropdown }}
    />
  )
}

const filterTimes: OptionsFilter = ({ options, search }) =>
  findMatches(
    options.filter((option) => 'value' in option),
    search,
  )

/** The time that is typed in full, otherwise all that match. */
function findMatches(options: ComboboxItem[], typed: string): ComboboxItem[] {
  const exact = options.find(({ label }) => label === typed)
  return exact ? [exact] : options.filter(({ value }) => matchesTyped(value, typed))
}

import { type ComboboxItem, type OptionsFilter, Select, type SelectProps } from '@mantine/core'
import { type FocusEvent, useRef } from 'react'
import { hoursCopy as copy } from '@/copy/hours'
import { formatClockTime, matchesTyped } from '@/lib/clockTime'
import { QUARTER_HOURS } from './hoursForm'

const toOption = (value: string): ComboboxItem => ({ value, label: formatClockTime(value) })
export const START_TIMES = QUARTER_HOURS.slice(0, -1).map(toOption)
const END_TIMES = QUARTER_HOURS.slice(1).map(toOption)

/** Where the list opens while no time is selected. */
const FIRST_SHOWN = '07:00'

interface TimeSelectProps extends Omit<SelectProps, 'data'> {
  kind: 'start' | 'end'
  /** Only times after this one are listed. */
  after?: string
}

/**
 * Selects a time in steps of 15 minutes, such as `7:30 am`. Typing `7`, `730p` or `19:30` narrows
 * the list to it, and leaving the field takes the first match.
 */
export function TimeSelect({ kind, after = '', ...props }: TimeSelectProps) {
  const data = kind === 'start' ? START_TIMES : END_TIMES.filter(({ value }) => value > after)
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
    const typed = event.currentTarget.value.trim()
    if (typed === '' || data.some(({ label }) => label === typed)) return
    const match = data.find(({ value }) => matchesTyped(value, typed))
    if (match) props.onChange?.(match.value, match)
  }
  return (
    <Select
      data={data}
      searchable
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

const filterTimes: OptionsFilter = ({ options, search }) => {
  // The text of the selected time is no search.
  if (options.some((option) => 'label' in option && option.label === search)) return options
  return options.filter((option) => 'value' in option && matchesTyped(option.value, search))
}

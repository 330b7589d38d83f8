import { Input } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
import { birthDateCopy as copy } from '@/copy/birthDate'
import { monthsCopy } from '@/copy/months'
import classes from './BirthDateInput.module.css'
import type { BirthDateParts } from './birthDate'

interface BirthDateInputProps {
  label?: string
  /** Below the label. */
  description?: string
  value: BirthDateParts
  onChange: (value: BirthDateParts) => void
  error?: string | null
  disabled?: boolean
  /** Takes focus when it appears. */
  autoFocus?: boolean
  /** The date is that of the signed-in person, so that the browser can fill it in. */
  isOwn?: boolean
}

/** The field appears after a press of a button that is then gone. */
const focusOnMount = (field: HTMLInputElement | null) => field?.focus()

function RequiredLegend({ children }: { children: string }) {
  return (
    <legend className={classes.legend}>
      {children}{' '}
      <span className={classes.asterisk} aria-hidden="true">
        *
      </span>
    </legend>
  )
}

/** Day, month and year in three fields: no calendar, in which people would search for decades. */
export function BirthDateInput(props: BirthDateInputProps) {
  const { label = copy.label, description, value, onChange, error, disabled = false } = props
  const id = useId()
  const described = [description && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  const autoComplete = (part: string) => (props.isOwn ? `bday-${part}` : 'off')
  // Without Mantine's attributes: the three fields share one description and one error.
  const shared = {
    withAria: false,
    error: Boolean(error),
    disabled,
    'aria-invalid': Boolean(error),
    'aria-describedby': described || undefined,
    'aria-required': true,
  }
  return (
    <fieldset className={classes.group} disabled={disabled}>
      <RequiredLegend>{label}</RequiredLegend>
      {description && (
        <p id={`${id}-hint`} className={classes.hint}>
          {description}
        </p>
      )}
      <div className={classes.fields}>
        <Part label={copy.day} className={classes.day}>
          <Input
            inputMode="numeric"
            maxLength={2}
            autoComplete={autoComplete('day')}
            ref={props.autoFocus ? focusOnMount : null}
            value={value.day}
            onChange={(event) => onChange({ ...value, day: event.currentTarget.value })}
            {...shared}
          />
        </Part>
        <Part label={copy.month} className={classes.month}>
          <Input
            component="select"
            pointer
            rightSection={<IconChevronDown size={18} aria-hidden />}
            rightSectionPointerEvents="none"
            autoComplete={autoComplete('month')}
            value={value.month}
            onChange={(event) => onChange({ ...value, month: event.currentTarget.value })}
            {...shared}
          >
            <MonthOptions />
          </Input>
        </Part>
        <Part label={copy.year} className={classes.year}>
          <Input
            inputMode="numeric"
            maxLength={4}
            autoComplete={autoComplete('year')}
            value={value.year}
            onChange={(event) => onChange({ ...value, year: event.currentTarget.value })}
            {...shared}
          />
        </Part>
      </div>
      {error && (
        <p id={`${id}-error`} className={classes.error}>
          {error}
        </p>
      )}
    </fieldset>
  )
}

function MonthOptions() {
  return (
    <>
      <option value="">{copy.chooseMonth}</option>
      {monthsCopy.names.map((name, index) => (
        <option key={name} value={String(index + 1)}>
          {name}
        </option>
      ))}
    </>
  )
}

function Part({
  label,
  className,
  children,
}: {
  label: string
  className?: string | undefined
  children: ReactNode
}) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the field is among the children
    <label className={className}>
      <span>{label}</span>
      {children}
    </label>
  )
}

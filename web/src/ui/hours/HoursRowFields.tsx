import { Select } from '@mantine/core'
import type { GetInputPropsReturnType } from '@mantine/form'
import { IconTrash } from '@tabler/icons-react'
import { hoursCopy as copy } from '@/copy/hours'
import { rowActionProps } from '@/ui/domPosition'
import { IconButton } from '@/ui/IconButton'
import { CopyDay } from './CopyDay'
import classes from './Hours.module.css'
import { QUARTER_HOURS } from './hoursForm'
import type { HoursRow as Row } from './hoursSchema'

const DAYS = copy.days.map((label, day) => ({ value: String(day), label }))
export const START_TIMES = QUARTER_HOURS.slice(0, -1)
export const END_TIMES = QUARTER_HOURS.slice(1)

interface HoursRowProps {
  index: number
  row: Row
  field: (name: 'day' | 'start' | 'end') => GetInputPropsReturnType
  onCopy: (to: string[]) => void
  onRemove: () => void
}

/** Fields of one time range on one weekday. */
export function HoursRowFields({ index, row, field, onCopy, onRemove }: HoursRowProps) {
  const name = row.day ? `${copy.days[Number(row.day)]} ${row.start}` : copy.row(index + 1)
  return (
    <fieldset className={classes.row}>
      <legend className={classes.legend}>{copy.row(index + 1)}</legend>
      <Select
        id={`day-${index}`}
        label={copy.day}
        data={DAYS}
        allowDeselect={false}
        className={classes.day}
        {...field('day')}
      />
      <Select label={copy.start} data={START_TIMES} searchable allowDeselect={false} {...field('start')} />
      <Select label={copy.end} data={END_TIMES} searchable allowDeselect={false} {...field('end')} />
      <span className={classes.actions}>
        {row.day && <CopyDay day={row.day} onCopy={onCopy} />}
        <IconButton {...rowActionProps} label={copy.remove(name)} onClick={onRemove}>
          <IconTrash size={20} stroke={1.7} />
        </IconButton>
      </span>
    </fieldset>
  )
}

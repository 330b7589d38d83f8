import { Select } from '@mantine/core'
import type { GetInputPropsReturnType } from '@mantine/form'
import { IconTrash } from '@tabler/icons-react'
import { hoursCopy as copy } from '@/copy/hours'
import { IconAction } from '@/ui/IconAction'
import { inEachRow } from '@/ui/placeLeft'
import { CopyDay } from './CopyDay'
import classes from './Hours.module.css'
import { QUARTERS } from './hoursForm'
import type { HoursRow as Row } from './hoursSchema'

const DAYS = copy.days.map((label, day) => ({ value: String(day), label }))
export const STARTS = QUARTERS.slice(0, -1)
export const ENDS = QUARTERS.slice(1)

interface HoursRowProps {
  index: number
  row: Row
  field: (name: 'day' | 'start' | 'end') => GetInputPropsReturnType
  onCopy: (to: string[]) => void
  onRemove: () => void
}

/** One range of hours on one weekday. */
export function HoursRow({ index, row, field, onCopy, onRemove }: HoursRowProps) {
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
      <Select label={copy.start} data={STARTS} searchable allowDeselect={false} {...field('start')} />
      <Select label={copy.end} data={ENDS} searchable allowDeselect={false} {...field('end')} />
      <span className={classes.acts}>
        {row.day && <CopyDay day={row.day} onCopy={onCopy} />}
        <IconAction {...inEachRow} label={copy.remove(name)} onClick={onRemove}>
          <IconTrash size={20} stroke={1.7} />
        </IconAction>
      </span>
    </fieldset>
  )
}

import { Select } from '@mantine/core'
import type { GetInputPropsReturnType } from '@mantine/form'
import { IconTrash } from '@tabler/icons-react'
import { teacherCopy } from '@/copy/teacher'
import { IconAction } from '@/ui/IconAction'
import classes from './AvailabilityEditor.module.css'
import { QUARTERS } from './availabilityForm'
import type { HoursRow as Row } from './availabilitySchema'

const copy = teacherCopy.availability
const DAYS = copy.days.map((label, day) => ({ value: String(day), label }))
const STARTS = QUARTERS.slice(0, -1)

interface HoursRowProps {
  index: number
  row: Row
  field: (name: 'day' | 'start' | 'end') => GetInputPropsReturnType
  onRemove: () => void
}

/** One range of hours on one weekday. */
export function HoursRow({ index, row, field, onRemove }: HoursRowProps) {
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
      <Select label={copy.end} data={QUARTERS.slice(1)} searchable allowDeselect={false} {...field('end')} />
      <IconAction label={copy.remove(name)} onClick={onRemove}>
        <IconTrash size={20} stroke={1.7} />
      </IconAction>
    </fieldset>
  )
}

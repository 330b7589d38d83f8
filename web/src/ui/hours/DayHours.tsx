import { Switch } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useRef } from 'react'
import { hoursCopy as copy } from '@/copy/hours'
import { formatClockTime } from '@/lib/clockTime'
import { formatCalendarDay } from '@/lib/time'
import { IconButton } from '@/ui/IconButton'
import { CopyDay } from './CopyDay'
import classes from './Hours.module.css'
import { copyDay, datesWithHours, type HoursValues, sortRows, suggestRange } from './hoursForm'
import { type ExceptionRow, type HoursRow, remainderOf } from './hoursSchema'
import { StartTimeSelect } from './StartTimeSelect'
import { TimeSelect } from './TimeSelect'

interface DayHoursProps {
  form: UseFormReturnType<HoursValues>
  /** `0` is Sunday. */
  day: string
}

/** One weekday: a switch, its time ranges, and buttons to add one and to copy the day. */
export function DayHours({ form, day }: DayHoursProps) {
  const name = copy.days[Number(day)] ?? ''
  const { rows } = form.values
  const own = rows.flatMap((row, index) => (row.day === day ? [{ row, index }] : []))
  const isOn = own.length > 0
  const removed = useRef<readonly HoursRow[]>([])
  const setRows = (next: readonly HoursRow[]) => form.setFieldValue('rows', sortRows(next))
  const add = () => setRows([...rows, suggestRange(day, rows)])
  const toggle = () => {
    if (isOn) {
      removed.current = own.map(({ row }) => row)
      setRows(rows.filter((row) => row.day !== day))
    } else if (removed.current.length > 0) setRows([...rows, ...removed.current])
    else add()
  }
  return (
    <fieldset className={classes.day} data-on={isOn || undefined}>
      <legend className={classes.legend}>{name}</legend>
      <Switch checked={isOn} onChange={toggle} label={name} className={classes.switch} />
      {isOn ? (
        <div className={classes.ranges}>
          {own.map(({ row, index }, position) => (
            <TimeRangeFields
              key={row.key}
              form={form}
              index={index}
              row={row}
              name={name}
              number={position + 1}
              onRemove={() => form.removeListItem('rows', index)}
            />
          ))}
        </div>
      ) : (
        <DayOff day={day} exceptions={form.values.exceptions} />
      )}
      <span className={classes.actions}>
        <IconButton label={copy.add(name)} onClick={add}>
          <IconPlus size={20} stroke={1.7} />
        </IconButton>
        {isOn && <CopyDay day={day} onCopy={(to) => form.setFieldValue('rows', copyDay(rows, day, to))} />}
      </span>
    </fieldset>
  )
}

/** The absence of weekly hours on a day, and the dates on which students can book all the same. */
function DayOff({ day, exceptions }: { day: string; exceptions: readonly ExceptionRow[] }) {
  const dates = datesWithHours(day, exceptions)
  return (
    <>
      <span className={classes.off}>{copy.off}</span>
      {dates.length > 0 && (
        <span role="status" className={classes.stillOpen}>
          {copy.stillOpen(dates.map(formatCalendarDay))}
        </span>
      )}
    </>
  )
}

interface TimeRangeFieldsProps {
  form: UseFormReturnType<HoursValues>
  index: number
  row: HoursRow
  /** The weekday. */
  name: string
  number: number
  onRemove: () => void
}

function TimeRangeFields({ form, index, row, name, number, onRemove }: TimeRangeFieldsProps) {
  const remainder = remainderOf(row)
  return (
    <div className={classes.range}>
      <StartTimeSelect
        form={form}
        path={`rows.${index}`}
        range={row}
        aria-label={copy.startOf(name, number)}
      />
      <span className={classes.to} aria-hidden="true">
        {copy.until}
      </span>
      <TimeSelect
        kind="end"
        aria-label={copy.endOf(name, number)}
        {...form.getInputProps(`rows.${index}.end`)}
      />
      <IconButton label={copy.remove(`${name}, ${formatClockTime(row.start)}`)} onClick={onRemove}>
        <IconTrash size={20} stroke={1.7} />
      </IconButton>
      {remainder && (
        <p className={classes.remainder}>
          {copy.remainder(formatClockTime(remainder.start), formatClockTime(remainder.end))}
        </p>
      )}
    </div>
  )
}

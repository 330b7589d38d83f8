import { Button, SegmentedControl, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { hoursCopy } from '@/copy/hours'
import { rowActionProps } from '@/ui/domPosition'
import { IconButton } from '@/ui/IconButton'
import classes from './Hours.module.css'
import { type HoursValues, newException } from './hoursForm'
import { ListError } from './ListError'
import { StartTimeSelect } from './StartTimeSelect'
import { TimeSelect } from './TimeSelect'

const copy = hoursCopy.exceptions
const MAX_NOTE_CHARS = 200
const KINDS = [
  { value: 'off', label: copy.off },
  { value: 'hours', label: copy.hours },
]

interface ExceptionFieldsProps {
  form: UseFormReturnType<HoursValues>
  /** Today in the teacher's zone, the earliest date allowed. */
  today: string
}

/** Fields for time off and for single dates with other hours. */
export function ExceptionFields({ form, today }: ExceptionFieldsProps) {
  const { exceptions } = form.values
  const add = () => {
    form.insertListItem('exceptions', newException())
    requestAnimationFrame(() => document.getElementById(`exception-${exceptions.length}`)?.focus())
  }
  return (
    <section aria-labelledby="exceptions">
      <div className={classes.heading}>
        <h2 id="exceptions" className={classes.title}>
          {copy.title}
        </h2>
      </div>
      <p className={classes.hint}>{copy.hint}</p>
      {exceptions.map((row, index) => (
        <ExceptionRow key={row.key} form={form} index={index} row={row} today={today} />
      ))}
      <ListError>{form.errors.exceptions}</ListError>
      <Button variant="default" leftSection={<IconPlus size={18} />} onClick={add} mt="md">
        {copy.add}
      </Button>
    </section>
  )
}

interface ExceptionRowProps extends ExceptionFieldsProps {
  index: number
  row: HoursValues['exceptions'][number]
}

function ExceptionRow({ form, index, row, today }: ExceptionRowProps) {
  const field = (name: string) => form.getInputProps(`exceptions.${index}.${name}`)
  return (
    <fieldset className={classes.exception} data-kind={row.kind}>
      <legend className={classes.legend}>{copy.row(index + 1)}</legend>
      <div className={classes.exceptionFields}>
        <SegmentedControl
          data={KINDS}
          aria-label={copy.kind(index + 1)}
          className={classes.kind}
          {...form.getInputProps(`exceptions.${index}.kind`)}
        />
        <TextInput
          id={`exception-${index}`}
          type="date"
          label={row.kind === 'off' ? copy.from : copy.date}
          min={today}
          className={classes.date}
          {...field('from')}
        />
        {row.kind === 'off' ? (
          <TextInput type="date" label={copy.until} min={row.from || today} {...field('until')} />
        ) : (
          <>
            <StartTimeSelect form={form} path={`exceptions.${index}`} range={row} label={hoursCopy.start} />
            <TimeSelect kind="end" label={hoursCopy.end} {...field('end')} />
          </>
        )}
        <TextInput label={copy.note} maxLength={MAX_NOTE_CHARS} className={classes.note} {...field('note')} />
        <IconButton
          {...rowActionProps}
          label={copy.remove(index + 1)}
          onClick={() => form.removeListItem('exceptions', index)}
        >
          <IconTrash size={20} stroke={1.7} />
        </IconButton>
      </div>
    </fieldset>
  )
}

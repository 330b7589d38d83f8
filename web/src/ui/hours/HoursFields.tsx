import { Button, NumberInput, Select } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { IconPlus } from '@tabler/icons-react'
import { useMemo } from 'react'
import { hoursCopy as copy } from '@/copy/hours'
import { zoneOptions } from '@/lib/zones'
import { EmptyState } from '@/ui/EmptyState'
import classes from './Hours.module.css'
import { HoursRowFields } from './HoursRowFields'
import { copyDay, type HoursValues, suggestNextRow } from './hoursForm'
import { classesPerWeek, MAX_VISIBILITY_DAYS, MIN_VISIBILITY_DAYS } from './hoursSchema'
import { ListError } from './ListError'
import { LocalTimeZoneHint } from './LocalTimeZoneHint'

/** Zone, visibility days and weekly hours: the availability form of SPEC §5. */
export function HoursFields({ form }: { form: UseFormReturnType<HoursValues> }) {
  const zones = useMemo(() => zoneOptions(form.values.timeZone), [form.values.timeZone])
  const { rows } = form.values
  const addRow = () => {
    form.insertListItem('rows', suggestNextRow(rows))
    requestAnimationFrame(() => document.getElementById(`day-${rows.length}`)?.focus())
  }
  return (
    <>
      <div className={classes.pair}>
        <Select
          label={copy.timeZone}
          description={copy.zoneHint}
          data={zones}
          searchable
          allowDeselect={false}
          withAsterisk
          {...form.getInputProps('timeZone')}
        />
        <NumberInput
          label={copy.visibilityDays}
          description={copy.visibilityHint}
          min={MIN_VISIBILITY_DAYS}
          max={MAX_VISIBILITY_DAYS}
          clampBehavior="none"
          allowDecimal={false}
          allowNegative={false}
          withAsterisk
          {...form.getInputProps('visibilityDays')}
        />
      </div>
      <LocalTimeZoneHint
        selected={form.values.timeZone}
        onUse={(zone) => form.setFieldValue('timeZone', zone)}
      />
      <section aria-labelledby="weekly-hours">
        <div className={classes.heading}>
          <h2 id="weekly-hours" className={classes.title}>
            {copy.hours}
          </h2>
          <span className={classes.count}>{copy.perWeek(classesPerWeek(rows))}</span>
        </div>
        {rows.length === 0 ? (
          <EmptyState title={copy.noHours} hint={copy.noHoursHint} />
        ) : (
          <div className={classes.rows}>
            {rows.map((row, index) => (
              <HoursRowFields
                key={row.key}
                index={index}
                row={row}
                field={(name) => form.getInputProps(`rows.${index}.${name}`)}
                onCopy={(to) => form.setFieldValue('rows', copyDay(rows, row.day, to))}
                onRemove={() => form.removeListItem('rows', index)}
              />
            ))}
          </div>
        )}
        <ListError>{form.errors.rows}</ListError>
        <Button variant="default" leftSection={<IconPlus size={18} />} onClick={addRow} mt="md">
          {copy.add}
        </Button>
      </section>
    </>
  )
}

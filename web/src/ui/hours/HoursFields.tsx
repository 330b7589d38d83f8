import { NumberInput, Select } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useMemo } from 'react'
import { hoursCopy as copy } from '@/copy/hours'
import { zoneOptions } from '@/lib/zones'
import { DayHours } from './DayHours'
import classes from './Hours.module.css'
import { type HoursValues, WEEKDAYS } from './hoursForm'
import { classesPerWeek, MAX_VISIBILITY_DAYS, MIN_VISIBILITY_DAYS } from './hoursSchema'
import { ListError } from './ListError'
import { LocalTimeZoneHint } from './LocalTimeZoneHint'

/** Zone, visibility days and weekly hours: the availability form of SPEC §5. */
export function HoursFields({ form }: { form: UseFormReturnType<HoursValues> }) {
  const zones = useMemo(() => zoneOptions(form.values.timeZone), [form.values.timeZone])
  const { rows } = form.values
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
        {rows.length === 0 && <p className={classes.hint}>{copy.noHours}</p>}
        <div className={classes.days}>
          {WEEKDAYS.map((day) => (
            <DayHours key={day} form={form} day={day} />
          ))}
        </div>
        <ListError>{form.errors.rows}</ListError>
      </section>
    </>
  )
}

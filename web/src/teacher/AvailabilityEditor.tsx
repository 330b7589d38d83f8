import { Alert, Button, NumberInput, Select } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useEffect, useMemo } from 'react'
import type { Availability } from '@/api/types'
import { teacherCopy } from '@/copy/teacher'
import { zoneChoices } from '@/lib/zones'
import { EmptyState } from '@/ui/EmptyState'
import classes from './AvailabilityEditor.module.css'
import { nextRow } from './availabilityForm'
import { classesPerWeek, MAX_VISIBILITY_DAYS, MIN_VISIBILITY_DAYS } from './availabilitySchema'
import { HoursRow } from './HoursRow'
import { useAvailabilityForm } from './useAvailabilityForm'

const copy = teacherCopy.availability

interface AvailabilityEditorProps {
  teacherId: string
  saved: Availability | null
  /** Reads what the server holds now; `undefined` when that fails. */
  readAgain: () => Promise<Availability | null | undefined>
  /** Told whether there is something to lose. */
  onUnsaved: (unsaved: boolean) => void
}

/** The availability form of SPEC §5. */
export function AvailabilityEditor({ teacherId, saved, readAgain, onUnsaved }: AvailabilityEditorProps) {
  const { form, saving, submit, show, conflict, unsaved } = useAvailabilityForm(teacherId, saved)
  useEffect(() => {
    onUnsaved(unsaved)
    return () => onUnsaved(false)
  }, [unsaved, onUnsaved])
  const zones = useMemo(() => zoneChoices(form.values.timeZone), [form.values.timeZone])
  const { rows } = form.values
  const loadNewer = async () => {
    const newer = await readAgain()
    if (newer !== undefined) show(newer)
  }
  const addRow = () => {
    form.insertListItem('rows', nextRow(rows))
    requestAnimationFrame(() => document.getElementById(`day-${rows.length}`)?.focus())
  }
  return (
    <form className={classes.card} onSubmit={submit} noValidate aria-label={copy.title}>
      <fieldset className={classes.fields} disabled={saving.isPending}>
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
                <HoursRow
                  key={row.key}
                  index={index}
                  row={row}
                  field={(name) => form.getInputProps(`rows.${index}.${name}`)}
                  onRemove={() => form.removeListItem('rows', index)}
                />
              ))}
            </div>
          )}
          <Button variant="default" leftSection={<IconPlus size={18} />} onClick={addRow} mt="md">
            {copy.add}
          </Button>
        </section>
      </fieldset>
      {conflict && (
        <Alert color="yellow" role="alert" mt="lg">
          <p className={classes.conflict}>{copy.conflict}</p>
          <Button variant="default" onClick={() => void loadNewer()}>
            {copy.loadNewer}
          </Button>
        </Alert>
      )}
      <div className={classes.footer}>
        <p className={classes.note}>{copy.futureOnly}</p>
        <div className={classes.bar} data-unsaved={unsaved || undefined}>
          <p role="status" className={classes.unsaved}>
            {unsaved && copy.unsaved}
          </p>
          <Button type="submit" loading={saving.isPending}>
            {copy.save}
          </Button>
        </div>
      </div>
    </form>
  )
}

import { Button } from '@mantine/core'
import { useEffect } from 'react'
import type { TeacherAvailability } from '@/api/teacherTypes'
import { hoursCopy } from '@/copy/hours'
import { teacherCopy } from '@/copy/teacher'
import { today } from '@/lib/time'
import { Conflict } from '@/teacher/Conflict'
import { ExceptionFields } from '@/ui/hours/ExceptionFields'
import { HoursFields } from '@/ui/hours/HoursFields'
import classes from './Editor.module.css'
import { OutsideNotice } from './OutsideNotice'
import { SlotPreview } from './SlotPreview'
import { useAvailabilityForm } from './useAvailabilityForm'

const copy = teacherCopy.availability

interface AvailabilityEditorProps {
  teacherId: string
  saved: TeacherAvailability
  /** Reads what the server holds now; `undefined` when that fails. */
  readAgain: () => Promise<TeacherAvailability | undefined>
  /** Told whether there is something to lose. */
  onUnsaved: (unsaved: boolean) => void
}

/** The availability form of SPEC §5, with single dates, and what comes of it. */
export function AvailabilityEditor({ teacherId, saved, readAgain, onUnsaved }: AvailabilityEditorProps) {
  const { form, saving, submit, show, outside, conflict, unsaved } = useAvailabilityForm(teacherId, saved)
  useEffect(() => {
    onUnsaved(unsaved)
    return () => onUnsaved(false)
  }, [unsaved, onUnsaved])
  const loadNewer = async () => {
    const newer = await readAgain()
    if (newer !== undefined) show(newer)
  }
  return (
    <>
      <form className={classes.card} onSubmit={submit} noValidate aria-label={copy.title}>
        <fieldset className={classes.fields} disabled={saving.isPending}>
          <HoursFields form={form} />
          <ExceptionFields form={form} today={today(form.values.timeZone)} />
        </fieldset>
        {conflict && (
          <Conflict words={copy.conflict} action={copy.loadNewer} onNewer={() => void loadNewer()} />
        )}
        <div className={classes.footer}>
          <p className={classes.note}>{copy.futureOnly}</p>
          <div className={classes.bar} data-unsaved={unsaved || undefined}>
            <p role="status" className={classes.unsaved}>
              {unsaved && teacherCopy.unsaved}
            </p>
            <Button type="submit" loading={saving.isPending}>
              {hoursCopy.save}
            </Button>
          </div>
        </div>
      </form>
      {!unsaved && <OutsideNotice bookings={outside} />}
      <SlotPreview
        teacherId={teacherId}
        values={form.values}
        unsaved={unsaved}
        studentZones={saved.studentTimeZones}
      />
    </>
  )
}

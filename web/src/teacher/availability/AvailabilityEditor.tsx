import { Button } from '@mantine/core'
import { useEffect } from 'react'
import type { AvailabilityReply } from '@/api/teacherTypes'
import { hoursCopy } from '@/copy/hours'
import { teacherCopy } from '@/copy/teacher'
import { teacherHoursCopy } from '@/copy/teacherHours'
import { today } from '@/lib/time'
import { ConflictNotice } from '@/teacher/ConflictNotice'
import { ExceptionFields } from '@/ui/hours/ExceptionFields'
import { HoursFields } from '@/ui/hours/HoursFields'
import classes from './Editor.module.css'
import { RemainingClassesNotice } from './RemainingClassesNotice'
import { SlotPreview } from './SlotPreview'
import { useAvailabilityForm } from './useAvailabilityForm'

const copy = teacherHoursCopy

interface AvailabilityEditorProps {
  teacherId: string
  saved: AvailabilityReply
  /** Loads the saved hours again; `undefined` if that fails. */
  reload: () => Promise<AvailabilityReply | undefined>
  /** Called when there are unsaved changes, or no longer any. */
  onUnsaved: (unsaved: boolean) => void
}

/** The availability form of SPEC §5 with date exceptions, a conflict notice and a preview. */
export function AvailabilityEditor({ teacherId, saved, reload, onUnsaved }: AvailabilityEditorProps) {
  const { form, saving, submit, showSaved, remaining, conflict, unsaved } = useAvailabilityForm(
    teacherId,
    saved,
  )
  useEffect(() => {
    onUnsaved(unsaved)
    return () => onUnsaved(false)
  }, [unsaved, onUnsaved])
  const loadNewer = async () => {
    const newer = await reload()
    if (newer !== undefined) showSaved(newer)
  }
  return (
    <>
      <form className={classes.card} onSubmit={submit} noValidate aria-label={copy.title}>
        <fieldset className={classes.fields} disabled={saving.isPending}>
          <HoursFields form={form} />
          <ExceptionFields form={form} today={today(form.values.timeZone)} />
        </fieldset>
        {conflict && (
          <ConflictNotice
            message={copy.conflict}
            action={copy.loadNewer}
            onLoadNewer={() => void loadNewer()}
          />
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
      {!unsaved && <RemainingClassesNotice {...remaining} />}
      <SlotPreview
        teacherId={teacherId}
        values={form.values}
        unsaved={unsaved}
        studentZones={saved.studentTimeZones}
      />
    </>
  )
}

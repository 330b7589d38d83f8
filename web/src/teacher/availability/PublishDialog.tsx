import { Alert, Button } from '@mantine/core'
import { useEffect } from 'react'
import type { PublishedClass } from '@/api/teacherTypes'
import { teacherCopy } from '@/copy/teacher'
import { uiCopy } from '@/copy/ui'
import { formatDay, formatTime } from '@/lib/time'
import { ConflictNotice } from '@/teacher/ConflictNotice'
import page from '@/teacher/TeacherPage.module.css'
import { Dialog } from '@/ui/Dialog'
import { DialogButtons, DialogFoot } from '@/ui/DialogFoot'
import { dismissEarlierToasts } from '@/ui/toast'
import { useIsWide } from '@/ui/useIsWide'
import { useReturnFocus } from '@/ui/useReturnFocus'
import { PublishFields } from './PublishFields'
import { usePublishForm } from './usePublishForm'

const copy = teacherCopy.publish

interface PublishDialogProps {
  teacherId: string
  /** The teacher's zone, to which date and time refer. */
  zone: string
  /** The class to change; without it a new class is published. */
  published?: PublishedClass | undefined
  /** The start of a new class, if it is known. */
  start?: string | undefined
  onClose: () => void
}

/** Publishes a class on one date (D10), or changes it while that is allowed. */
export function PublishDialog({
  teacherId,
  zone,
  published: initialClass,
  start,
  onClose,
}: PublishDialogProps) {
  useReturnFocus()
  // The toast of the class published before would lie over the fields.
  useEffect(dismissEarlierToasts, [])
  const wide = useIsWide()
  const { form, published, seatsTaken, saving, newer, errorMessage, loadNewer, submit } = usePublishForm({
    teacherId,
    zone,
    initialClass,
    start,
    onClose,
  })
  return (
    <Dialog
      opened
      onClose={onClose}
      title={published ? copy.dialogEdit : copy.dialogNew}
      classNames={{ title: page.modalTitle }}
      padding={wide ? 24 : 16}
      closeButtonProps={{ 'aria-label': uiCopy.close, disabled: saving.isPending }}
      closeOnClickOutside={false}
      closeOnEscape={!saving.isPending}
    >
      <form onSubmit={submit} noValidate>
        <fieldset className={page.fields} disabled={saving.isPending}>
          <PublishFields form={form} zone={zone} seatsTaken={seatsTaken} isNew={published === undefined} />
        </fieldset>
        <DialogFoot>
          {newer && (
            <ConflictNotice
              message={copy.conflict(
                `${formatDay(newer.dateTime, zone)}, ${formatTime(newer.dateTime, zone)}`,
                newer.capacity,
                newer.creditCost,
              )}
              action={copy.loadNewer}
              onLoadNewer={() => loadNewer(newer)}
            />
          )}
          {errorMessage && (
            <Alert color="red" role="alert" mb="md">
              {errorMessage}
            </Alert>
          )}
          <DialogButtons>
            <Button variant="default" onClick={onClose} disabled={saving.isPending}>
              {copy.keep}
            </Button>
            <Button type="submit" loading={saving.isPending}>
              {published ? copy.saveEdit : copy.save}
            </Button>
          </DialogButtons>
        </DialogFoot>
      </form>
    </Dialog>
  )
}

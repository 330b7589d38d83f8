import { Alert, Button, Stack } from '@mantine/core'
import { IconCalendarCheck, IconCalendarOff, IconPlus } from '@tabler/icons-react'
import type { AvailabilityReply } from '@/api/teacherTypes'
import { teacherCopy } from '@/copy/teacher'
import { formatDay, formatTime, zoneLabel } from '@/lib/time'
import type { OpenRange } from '@/teacher/dashboard/openHours'
import page from '@/teacher/TeacherPage.module.css'
import { Dialog } from '@/ui/Dialog'
import { useReturnFocus } from '@/ui/useReturnFocus'
import { blockTime, unblockTime } from './blockTime'
import { useBlockTime } from './useBlockTime'

const copy = teacherCopy.time

interface TimeDialogProps {
  range: OpenRange
  hours: AvailabilityReply | undefined
  zone: string
  teacherId: string
  onPublish: () => void
  onClose: () => void
}

/** What to do with an empty time of the calendar: publish a class, block it, or open it again. */
export function TimeDialog({ range, hours, zone, teacherId, onPublish, onClose }: TimeDialogProps) {
  useReturnFocus()
  const { start, end } = range
  const blocked = hours ? blockTime(hours, start, end) : null
  const opened = hours && !blocked ? unblockTime(hours, start, end) : null
  const change = blocked ?? opened
  const saving = useBlockTime(teacherId, blocked ? copy.blocked : copy.unblocked, onClose)
  return (
    <Dialog
      opened
      onClose={onClose}
      title={`${formatDay(start, zone)}, ${formatTime(start, zone)} – ${formatTime(end, zone)}`}
      classNames={{ title: page.modalTitle }}
    >
      <Stack gap="sm">
        <p className={page.hint}>{zoneLabel(zone, start)}</p>
        <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={onPublish} data-autofocus>
          {teacherCopy.time.publish}
        </Button>
        {change && (
          <Button
            variant="default"
            leftSection={
              blocked ? (
                <IconCalendarOff size={18} aria-hidden />
              ) : (
                <IconCalendarCheck size={18} aria-hidden />
              )
            }
            loading={saving.isPending}
            onClick={() => saving.mutate(change)}
          >
            {blocked ? copy.block : copy.unblock}
          </Button>
        )}
        <p className={page.hint}>{blocked ? copy.blockHint : opened ? copy.unblockHint : copy.notOpen}</p>
        {saving.error && (
          <Alert color="red" role="alert">
            {saving.error.code === 'version_conflict' ? copy.conflict : copy.failed}
          </Alert>
        )}
      </Stack>
    </Dialog>
  )
}

import { Alert, Button, Stack } from '@mantine/core'
import { IconCalendarOff, IconPlus } from '@tabler/icons-react'
import type { AvailabilityReply } from '@/api/teacherTypes'
import { teacherCopy } from '@/copy/teacher'
import { formatDay, formatTime, zoneLabel } from '@/lib/time'
import { blockTime, type OpenRange } from '@/teacher/dashboard/openHours'
import page from '@/teacher/TeacherPage.module.css'
import { Dialog } from '@/ui/Dialog'
import { useReturnFocus } from '@/ui/useReturnFocus'
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

/** What to do with an empty time of the calendar: publish a class, or block it. */
export function TimeDialog({ range, hours, zone, teacherId, onPublish, onClose }: TimeDialogProps) {
  useReturnFocus()
  const { start, end } = range
  const blocked = hours ? blockTime(hours, start, end) : null
  const blocking = useBlockTime(teacherId, copy.blocked, onClose)
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
        {blocked && (
          <Button
            variant="default"
            leftSection={<IconCalendarOff size={18} aria-hidden />}
            loading={blocking.isPending}
            onClick={() => blocking.mutate(blocked)}
          >
            {copy.block}
          </Button>
        )}
        <p className={page.hint}>{blocked ? copy.blockHint : copy.notOpen}</p>
        {blocking.error && (
          <Alert color="red" role="alert">
            {blocking.error.code === 'version_conflict' ? copy.conflict : copy.failed}
          </Alert>
        )}
      </Stack>
    </Dialog>
  )
}

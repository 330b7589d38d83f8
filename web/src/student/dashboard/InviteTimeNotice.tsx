import { Alert } from '@mantine/core'
import { studentInviteCopy } from '@/copy/studentInvite'
import { formatDayTime } from '@/lib/time'
import type { InviteTime } from './useInviteTime'

interface InviteTimeNoticeProps {
  time: InviteTime | null
  zone: string
}

/** Says that the time that was chosen on the invite page is no longer open. */
export function InviteTimeNotice({ time, zone }: InviteTimeNoticeProps) {
  if (!time || time.slot) return null
  return (
    <Alert variant="light" color="orange" mb="md" role="status">
      {studentInviteCopy.timeTaken(formatDayTime(time.dateTime, zone))}
    </Alert>
  )
}

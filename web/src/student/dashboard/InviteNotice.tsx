import { Alert, Button, Group } from '@mantine/core'
import { studentCopy } from '@/copy/student'

/** State of the invite code in the URL. */
export type Invite = { name: 'none' } | { name: 'other'; teacher: string } | { name: 'unknown'; code: string }

interface InviteNoticeProps {
  invite: Invite
  onShowAll: () => void
}

const copy = studentCopy.invite

/** Explains why the list is filtered by an invite code, and removes the filter. */
export function InviteNotice({ invite, onShowAll }: InviteNoticeProps) {
  if (invite.name === 'none') return null
  return (
    <Alert variant="light" color="orange" mb="md" role="status">
      <Group justify="space-between" gap="sm">
        <span>{noticeText(invite)}</span>
        <Button variant="default" size="compact-md" onClick={onShowAll}>
          {copy.showAll}
        </Button>
      </Group>
    </Alert>
  )
}

function noticeText(invite: Exclude<Invite, { name: 'none' }>): string {
  switch (invite.name) {
    case 'other':
      return copy.otherTeacher(invite.teacher)
    case 'unknown':
      return copy.unknown(invite.code)
  }
}

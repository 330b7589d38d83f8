import { Alert, Button, Group } from '@mantine/core'
import { studentCopy } from '@/copy/student'

/** What became of the invite code in the address. */
export type Invite = { name: 'none' } | { name: 'other'; teacher: string } | { name: 'unknown'; code: string }

interface InviteNoticeProps {
  invite: Invite
  onShowAll: () => void
}

const copy = studentCopy.invite

/** Tells why the list is narrowed when the page was opened from a teacher's link, and how to widen it. */
export function InviteNotice({ invite, onShowAll }: InviteNoticeProps) {
  if (invite.name === 'none') return null
  return (
    <Alert variant="light" color="orange" mb="md" role="status">
      <Group justify="space-between" gap="sm">
        <span>{words(invite)}</span>
        <Button variant="default" size="compact-md" onClick={onShowAll}>
          {copy.showAll}
        </Button>
      </Group>
    </Alert>
  )
}

function words(invite: Exclude<Invite, { name: 'none' }>): string {
  switch (invite.name) {
    case 'other':
      return copy.otherTeacher(invite.teacher)
    case 'unknown':
      return copy.unknown(invite.code)
  }
}

import { Alert, Button, Group } from '@mantine/core'
import { studentInviteCopy } from '@/copy/studentInvite'
import { SupportLink } from '@/student/SupportLink'

/** State of the invite code in the URL. */
export type Invite =
  | { name: 'none' }
  | { name: 'own'; own: string }
  | { name: 'other'; teacher: string; own: string }
  | { name: 'unknown'; code: string }

interface InviteNoticeProps {
  invite: Invite
  onShowAll: () => void
}

const copy = studentInviteCopy

/** Explains the invite code in the URL, and removes it. */
export function InviteNotice({ invite, onShowAll }: InviteNoticeProps) {
  if (invite.name === 'none') return null
  return (
    <Alert variant="light" color="orange" mb="md" role="status">
      <Group justify="space-between" gap="sm">
        <span>
          {noticeText(invite)}
          {invite.name === 'other' && (
            <>
              {' '}
              <SupportLink endsSentence />
            </>
          )}
        </span>
        <Button variant="default" size="compact-md" onClick={onShowAll}>
          {buttonText(invite)}
        </Button>
      </Group>
    </Alert>
  )
}

function noticeText(invite: Exclude<Invite, { name: 'none' }>): string {
  switch (invite.name) {
    case 'own':
      return copy.ownTeacher(firstName(invite.own))
    case 'other':
      return copy.otherTeacher(firstName(invite.teacher), firstName(invite.own))
    case 'unknown':
      return copy.unknown(invite.code)
  }
}

function buttonText(invite: Exclude<Invite, { name: 'none' }>): string {
  switch (invite.name) {
    case 'own':
      return copy.seeTimes
    case 'other':
      return copy.close
    case 'unknown':
      return copy.showAll
  }
}

const firstName = (name: string) => name.split(' ').at(0) ?? name

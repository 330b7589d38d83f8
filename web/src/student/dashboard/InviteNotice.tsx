import { Alert, Button, Group } from '@mantine/core'
import { studentChildCopy } from '@/copy/studentChild'
import { studentInviteCopy } from '@/copy/studentInvite'
import { useChild } from '@/family/childName'
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
  const child = useChild()
  if (invite.name === 'none') return null
  return (
    <Alert variant="light" color="orange" mb="md" role="status">
      <Group justify="space-between" gap="sm">
        <span>
          {child ? childNoticeText(invite, child) : noticeText(invite)}
          {invite.name === 'other' && (
            <>
              {' '}
              <SupportLink endsSentence />
            </>
          )}
        </span>
        <Button variant="default" size="compact-md" onClick={onShowAll}>
          {child && invite.name === 'unknown' ? studentChildCopy.invite.showAll : buttonText(invite)}
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

function childNoticeText(invite: Exclude<Invite, { name: 'none' }>, child: string): string {
  const childCopy = studentChildCopy.invite
  switch (invite.name) {
    case 'own':
      return childCopy.ownTeacher(child, firstName(invite.own))
    case 'other':
      return childCopy.otherTeacher(child, firstName(invite.teacher), firstName(invite.own))
    case 'unknown':
      return childCopy.unknown(child, invite.code)
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

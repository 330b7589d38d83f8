import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { errorText } from '@/api/errorText'
import {
  type GuardianInvitation,
  type Guardians,
  guardiansQuery,
  withdrawGuardianInvitation,
} from '@/api/guardians'
import { invalidate } from '@/api/queryClient'
import { guardiansCopy as copy } from '@/copy/guardians'
import { displayZone, formatDate, momentBefore } from '@/lib/time'
import { toastError, toastSuccess } from '@/ui/toast'
import classes from './Guardians.module.css'

interface GuardianListProps {
  /** `null` for the signed-in student. */
  learnerId: string | null
  guardians: Guardians
  /** The invitation with the focus is gone. */
  onWithdrawn: () => void
}

/** Present guardians, and open invitations, which can be withdrawn. */
export function GuardianList({ learnerId, guardians, onWithdrawn }: GuardianListProps) {
  if (guardians.guardians.length + guardians.invitations.length === 0) return null
  return (
    <ul className={classes.list}>
      {guardians.guardians.map(({ _id, name, email, isYou }) => (
        <li key={_id} className={classes.entry}>
          <span className={classes.words}>
            <b>{isYou ? copy.you(name) : name}</b>
            {email && <span className={classes.detail}>{email}</span>}
          </span>
        </li>
      ))}
      {guardians.invitations.map((invitation) => (
        <OpenInvitation
          key={invitation._id}
          learnerId={learnerId}
          invitation={invitation}
          onWithdrawn={onWithdrawn}
        />
      ))}
    </ul>
  )
}

interface OpenInvitationProps {
  learnerId: string | null
  invitation: GuardianInvitation
  onWithdrawn: () => void
}

function OpenInvitation({ learnerId, invitation, onWithdrawn }: OpenInvitationProps) {
  const { _id: id, email, sentAt, expiresAt } = invitation
  const client = useQueryClient()
  const { queryKey } = guardiansQuery(learnerId)
  const withdrawal = useMutation({
    mutationFn: () => withdrawGuardianInvitation(learnerId, id),
    onSuccess: () => {
      client.setQueryData(
        queryKey,
        (known) => known && { ...known, invitations: known.invitations.filter(({ _id }) => _id !== id) },
      )
      toastSuccess(copy.withdraw.done)
      onWithdrawn()
    },
    onError: (error) => toastError(errorText(error, copy.withdraw.failed)),
    // An invitation that was accepted or withdrawn elsewhere disappears.
    onSettled: () => invalidate(client, { queryKey }),
  })
  const zone = displayZone()
  return (
    <li className={classes.entry}>
      <span className={classes.words}>
        <b>{email}</b>
        <span className={classes.detail}>
          {copy.invited(formatDate(sentAt, zone), formatDate(momentBefore(expiresAt), zone))}
        </span>
      </span>
      <Button
        variant="default"
        size="sm"
        aria-label={copy.withdraw.label(email)}
        loading={withdrawal.isPending}
        onClick={() => withdrawal.mutate()}
      >
        {copy.withdraw.button}
      </Button>
    </li>
  )
}

import { Button } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { markGuardianAdded } from '@/account/accountChanges'
import { errorText } from '@/api/errorText'
import { guardiansQuery } from '@/api/guardians'
import { guardiansCopy } from '@/copy/guardians'
import { GuardianList } from '@/family/GuardianList'
import { InviteGuardianForm } from '@/family/InviteGuardianForm'
import { QueryBoundary } from '@/ui/QueryBoundary'
import { toastError, toastSuccess, toastWarning } from '@/ui/toast'
import classes from './GuardianNotice.module.css'
import { GUARDIAN_NOTICE_ID, takeNoticeRequest } from './showGuardianNotice'

const copy = guardiansCopy.needed

/**
 * For a student under 18 without a guardian: what is possible without one, the invitation of one,
 * and whether it was accepted.
 */
export function GuardianNotice() {
  const heading = useRef<HTMLHeadingElement>(null)
  const guardians = useQuery(guardiansQuery(null))
  const isAdded = guardians.data !== undefined && guardians.data.guardians.length > 0
  const focusHeading = () => heading.current?.focus()
  useEffect(() => {
    if (takeNoticeRequest()) heading.current?.focus()
  }, [])
  useEffect(() => {
    if (!isAdded) return
    markGuardianAdded()
    toastSuccess(copy.added)
  }, [isAdded])
  return (
    <section className={classes.notice} aria-labelledby={GUARDIAN_NOTICE_ID}>
      <h2 id={GUARDIAN_NOTICE_ID} ref={heading} tabIndex={-1}>
        {copy.title}
      </h2>
      <p>{copy.lead}</p>
      <QueryBoundary
        query={guardians}
        loading={guardiansCopy.loading}
        failed={guardiansCopy.loadFailed}
        height={96}
      >
        {(data) => {
          const [invitation] = data.invitations
          return invitation ? (
            <>
              <p>{copy.waiting(invitation.email)}</p>
              <GuardianList learnerId={null} guardians={data} onWithdrawn={focusHeading} />
              <CheckButton />
            </>
          ) : (
            <InviteGuardianForm
              learnerId={null}
              label={guardiansCopy.own.invite}
              rights={guardiansCopy.own.rights}
              emailLabel={guardiansCopy.own.email}
              onSent={focusHeading}
            />
          )
        }}
      </QueryBoundary>
    </section>
  )
}

/** Asks the server whether the invitation was accepted. */
function CheckButton() {
  const client = useQueryClient()
  const checking = useMutation({
    mutationFn: () => client.fetchQuery({ ...guardiansQuery(null), staleTime: 0 }),
    onSuccess: ({ guardians }) => {
      if (guardians.length === 0) toastWarning(copy.notYet)
    },
    onError: (error) => toastError(errorText(error, copy.checkFailed)),
  })
  return (
    <div>
      <Button loading={checking.isPending} onClick={() => checking.mutate()}>
        {copy.check}
      </Button>
    </div>
  )
}

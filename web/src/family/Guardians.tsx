import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import { guardiansQuery } from '@/api/guardians'
import { guardiansCopy as copy } from '@/copy/guardians'
import { QueryBoundary } from '@/ui/QueryBoundary'
import { GuardianList } from './GuardianList'
import classes from './Guardians.module.css'
import { InviteGuardianForm } from './InviteGuardianForm'

/** The maximum number of guardians of a learner, open invitations included. */
const MAX_GUARDIANS = 2

interface GuardiansProps {
  /** `null` for the signed-in student. */
  learnerId: string | null
  level: 2 | 4
  title: string
  lead?: string
  /** Opens the form, and its name for screen readers. */
  invite: { button: string; label: string }
  /** What the invited person may do. */
  rights: string
  emailLabel: string
}

/** Guardians of one learner, open invitations, and the form for another one. */
export function Guardians({ learnerId, level, title, lead, ...form }: GuardiansProps) {
  const guardians = useQuery(guardiansQuery(learnerId))
  const [isInviting, setIsInviting] = useState(false)
  const headingId = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  const Heading = level === 2 ? 'h2' : 'h4'
  const focusHeading = () => heading.current?.focus()
  const close = () => {
    setIsInviting(false)
    // The button is rendered again first.
    setTimeout(() => (opener.current ?? heading.current)?.focus())
  }
  return (
    <section className={classes.guardians} aria-labelledby={headingId}>
      <Heading id={headingId} ref={heading} tabIndex={-1}>
        {title}
      </Heading>
      {lead && <p className={classes.hint}>{lead}</p>}
      <QueryBoundary query={guardians} loading={copy.loading} failed={copy.loadFailed} height={64}>
        {(data) => {
          const isFull = data.guardians.length + data.invitations.length >= MAX_GUARDIANS
          return (
            <>
              <GuardianList learnerId={learnerId} guardians={data} onWithdrawn={focusHeading} />
              {isInviting && !isFull ? (
                <InviteGuardianForm
                  learnerId={learnerId}
                  label={form.invite.label}
                  rights={form.rights}
                  emailLabel={form.emailLabel}
                  onSent={() => {
                    setIsInviting(false)
                    focusHeading()
                  }}
                  onCancel={close}
                />
              ) : (
                !isFull && (
                  <div>
                    <Button
                      ref={opener}
                      variant="default"
                      size="sm"
                      aria-label={form.invite.label}
                      onClick={() => setIsInviting(true)}
                    >
                      {form.invite.button}
                    </Button>
                  </div>
                )
              )}
            </>
          )
        }}
      </QueryBoundary>
    </section>
  )
}

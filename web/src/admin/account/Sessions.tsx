import { Badge, Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ActionButton } from '@/admin/ActionButton'
import { Section } from '@/admin/Section'
import { type AdminSession, sessionsQuery } from '@/api/adminAccount'
import { adminAccountCopy } from '@/copy/adminAccount'
import { type Column, DataList } from '@/ui/DataList'
import { DateTime } from '@/ui/DateTime'
import { QueryBoundary } from '@/ui/QueryBoundary'
import classes from './Account.module.css'
import { browserLabel } from './browserLabel'
import { EndSessionDialog } from './EndSessionDialog'
import { SignOutEverywhereDialog } from './SignOutEverywhereDialog'

const copy = adminAccountCopy.sessions

/** Browsers in which the administrator is signed in. */
export function Sessions() {
  const sessions = useQuery(sessionsQuery())
  const [sessionToEnd, setSessionToEnd] = useState<AdminSession | 'everywhere' | null>(null)
  const close = () => setSessionToEnd(null)
  return (
    <Section title={copy.title}>
      <QueryBoundary query={sessions} loading={copy.loading} failed={copy.loadFailed} height={160}>
        {({ items }) => (
          <>
            <DataList
              label={copy.title}
              columns={sessionColumns(setSessionToEnd)}
              rows={items}
              rowKey={({ _id }) => _id}
            />
            <p className={classes.hint}>{copy.hint}</p>
            <Button variant="default" onClick={() => setSessionToEnd('everywhere')}>
              {copy.everywhere}
            </Button>
          </>
        )}
      </QueryBoundary>
      {sessionToEnd === 'everywhere' && <SignOutEverywhereDialog onClose={close} />}
      {sessionToEnd && sessionToEnd !== 'everywhere' && (
        <EndSessionDialog session={sessionToEnd} onClose={close} />
      )}
    </Section>
  )
}

function sessionColumns(onEnd: (session: AdminSession) => void): Column<AdminSession>[] {
  return [
    {
      key: 'browser',
      label: copy.columns.browser,
      onCard: 'heading',
      cell: ({ userAgent, current }) => (
        <span className={classes.browser} title={userAgent}>
          {browserLabel(userAgent)}
          {current && (
            <Badge color="green" variant="light" tt="none">
              {copy.current}
            </Badge>
          )}
        </span>
      ),
    },
    { key: 'since', label: copy.columns.since, cell: ({ createdAt }) => <DateTime instant={createdAt} /> },
    { key: 'seen', label: copy.columns.seen, cell: ({ seenAt }) => <DateTime instant={seenAt} /> },
    {
      key: 'actions',
      label: copy.columns.acts,
      onCard: 'foot',
      cell: (session) =>
        session.current ? null : (
          <ActionButton
            disabledReason={null}
            label={copy.endOf(browserLabel(session.userAgent))}
            onClick={() => onEnd(session)}
          >
            {copy.end}
          </ActionButton>
        ),
    },
  ]
}

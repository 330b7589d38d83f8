import { Badge, Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ActButton } from '@/admin/ActButton'
import { Block } from '@/admin/Block'
import { type Session, sessionsQuery } from '@/api/adminAccount'
import { adminAccountCopy } from '@/copy/adminAccount'
import { type Column, DataList } from '@/ui/DataList'
import { Reading } from '@/ui/Reading'
import { When } from '@/ui/When'
import classes from './Account.module.css'
import { browserWords } from './browserWords'
import { EndEverywhere } from './EndEverywhere'
import { EndSession } from './EndSession'

const copy = adminAccountCopy.sessions

/** The browsers in which this administrator is signed in. */
export function Sessions() {
  const sessions = useQuery(sessionsQuery())
  const [ending, setEnding] = useState<Session | 'everywhere' | null>(null)
  const close = () => setEnding(null)
  return (
    <Block title={copy.title}>
      <Reading query={sessions} loading={copy.loading} failed={copy.loadFailed} height={160}>
        {({ items }) => (
          <>
            <DataList
              label={copy.title}
              columns={columnsOf(setEnding)}
              rows={items}
              rowKey={({ _id }) => _id}
            />
            <p className={classes.hint}>{copy.hint}</p>
            <Button variant="default" onClick={() => setEnding('everywhere')}>
              {copy.everywhere}
            </Button>
          </>
        )}
      </Reading>
      {ending === 'everywhere' && <EndEverywhere onClose={close} />}
      {ending && ending !== 'everywhere' && <EndSession session={ending} onClose={close} />}
    </Block>
  )
}

function columnsOf(onEnd: (session: Session) => void): Column<Session>[] {
  return [
    {
      key: 'browser',
      label: copy.columns.browser,
      onCard: 'heading',
      cell: ({ userAgent, current }) => (
        <span className={classes.browser} title={userAgent}>
          {browserWords(userAgent)}
          {current && (
            <Badge color="green" variant="light" tt="none">
              {copy.current}
            </Badge>
          )}
        </span>
      ),
    },
    { key: 'since', label: copy.columns.since, cell: ({ createdAt }) => <When at={createdAt} /> },
    { key: 'seen', label: copy.columns.seen, cell: ({ seenAt }) => <When at={seenAt} /> },
    {
      key: 'acts',
      label: copy.columns.acts,
      onCard: 'foot',
      cell: (session) =>
        session.current ? null : (
          <ActButton
            refusal={null}
            label={copy.endOf(browserWords(session.userAgent))}
            onClick={() => onEnd(session)}
          >
            {copy.end}
          </ActButton>
        ),
    },
  ]
}

import { ActButton } from '@/admin/ActButton'
import { Raw } from '@/admin/Raw'
import sheet from '@/admin/Sheet.module.css'
import type { Pile, Work } from '@/api/adminSystem'
import { adminSystemCopy } from '@/copy/adminSystem'
import type { Column } from '@/ui/DataList'
import { When } from '@/ui/When'
import classes from './Outbox.module.css'

const copy = adminSystemCopy.outbox

/** Work of a server of another release may be unknown here. */
const TOPICS: Readonly<Record<string, string>> = copy.topics satisfies Record<Work['topic'], string>

/** What a piece of work is, in words. */
export function topicWords(topic: string): string {
  return TOPICS[topic] ?? topic.replaceAll('_', ' ')
}

/** What is told of work that waits or was given up; only the latter is started by hand. */
export function outboxColumns(
  pile: Pile,
  refusal: string | null,
  onTry: (work: Work) => void,
): Column<Work>[] {
  const acts: Column<Work> = {
    key: 'acts',
    label: copy.columns.acts,
    onCard: 'foot',
    cell: (work) => (
      <ActButton refusal={refusal} label={copy.againOf(topicWords(work.topic))} onClick={() => onTry(work)}>
        {copy.again}
      </ActButton>
    ),
  }
  return [
    {
      key: 'topic',
      label: copy.columns.topic,
      onCard: 'heading',
      cell: ({ _id, topic, subject }) => (
        <>
          {topicWords(topic)}
          <div className={sheet.quiet}>
            <Raw label={copy.details} data={{ _id, topic, subject }} />
          </div>
        </>
      ),
    },
    {
      key: 'error',
      label: copy.columns.error,
      cell: ({ error }) => <span className={classes.error}>{error ?? copy.noError}</span>,
    },
    { key: 'attempts', label: copy.columns.attempts, numeric: true, cell: ({ attempts }) => attempts },
    { key: 'at', label: copy.columns.at, cell: ({ createdAt }) => <When at={createdAt} /> },
    {
      key: 'next',
      label: copy.columns.next[pile],
      cell: ({ runAt, finishedAt }) => <When at={pile === 'dead' ? (finishedAt ?? runAt) : runAt} />,
    },
    ...(pile === 'dead' ? [acts] : []),
  ]
}

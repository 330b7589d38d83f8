import { useQuery } from '@tanstack/react-query'
import classes from '@/admin/Admin.module.css'
import { BackLink } from '@/admin/BackLink'
import { PageHeader } from '@/admin/PageHeader'
import { messageQuery } from '@/api/admin'
import type { AdminMessage, AdminMessageDetails } from '@/api/adminTypes'
import { adminCopy } from '@/copy/admin'
import { adminMessagesCopy } from '@/copy/adminMessages'
import { DateTime } from '@/ui/DateTime'
import { DescriptionList } from '@/ui/DescriptionList'
import { EmptyState } from '@/ui/EmptyState'
import { QueryBoundary } from '@/ui/QueryBoundary'
import { TextLink } from '@/ui/TextLink'
import { ReplyForm } from './ReplyForm'

const copy = adminMessagesCopy

/** One support message: sender, subject, earlier replies and the reply form. */
export function SupportMessagePage({ id }: { id: string }) {
  const details = useQuery(messageQuery(id))
  return (
    <>
      <BackLink href="#messages">{copy.back}</BackLink>
      <PageHeader title={details.data?.message.subject ?? copy.message} />
      {details.error?.status === 404 ? (
        <EmptyState title={copy.gone} />
      ) : (
        <QueryBoundary query={details} loading={copy.loading} failed={copy.loadFailed} height={420}>
          {({ message, replies }) => (
            <div className={classes.column}>
              <MessageDetails message={message} />
              <section className={classes.card} aria-label={copy.message}>
                <p className={classes.body} dir="auto">
                  {message.body}
                </p>
              </section>
              {replies.length > 0 && <Replies replies={replies} />}
              <ReplyForm id={id} hasReply={message.repliedAt !== null} />
            </div>
          )}
        </QueryBoundary>
      )}
    </>
  )
}

function MessageDetails({ message }: { message: AdminMessage }) {
  return (
    <DescriptionList
      items={[
        {
          label: copy.sender,
          value: (
            <TextLink href={`#people/${message.personId}`}>{copy.from(message.name, message.role)}</TextLink>
          ),
        },
        { label: copy.email, value: message.email ?? adminCopy.notProvided },
        { label: copy.topic, value: copy.topicLabel(message.topic) },
        { label: copy.received, value: <DateTime instant={message.createdAt} withZone /> },
        ...message.about,
      ]}
    />
  )
}

function Replies({ replies }: Pick<AdminMessageDetails, 'replies'>) {
  return (
    <section aria-labelledby="replies">
      <h2 id="replies" className={classes.heading}>
        {copy.replies}
      </h2>
      <ol className={classes.replies}>
        {replies.map((reply) => (
          <li key={reply._id} className={classes.card}>
            <p className={classes.user}>
              {copy.replyBy(reply.admin)}, <DateTime instant={reply.createdAt} />
            </p>
            <p className={classes.body} dir="auto">
              {reply.text}
            </p>
          </li>
        ))}
      </ol>
    </section>
  )
}

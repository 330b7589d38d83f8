import { useQuery } from '@tanstack/react-query'
import classes from '@/admin/Admin.module.css'
import { Back } from '@/admin/Back'
import { Title } from '@/admin/Title'
import { messageQuery } from '@/api/admin'
import type { MessageDetails, SupportMessage } from '@/api/adminTypes'
import { adminCopy } from '@/copy/admin'
import { EmptyState } from '@/ui/EmptyState'
import { Facts } from '@/ui/Facts'
import { Reading } from '@/ui/Reading'
import { TextLink } from '@/ui/TextLink'
import { When } from '@/ui/When'
import { AnswerForm } from './AnswerForm'

const copy = adminCopy.messages

/** One message: who wrote it, about what, the answers so far, and the place for another. */
export function MessagePage({ id }: { id: string }) {
  const details = useQuery(messageQuery(id))
  return (
    <>
      <Back href="#messages">{copy.back}</Back>
      <Title title={details.data?.message.subject ?? copy.message} />
      {details.error?.status === 404 ? (
        <EmptyState title={copy.gone} />
      ) : (
        <Reading query={details} loading={copy.loading} failed={copy.loadFailed} height={420}>
          {({ message, answers }) => (
            <div className={classes.column}>
              <MessageFacts message={message} />
              <section className={classes.card} aria-label={copy.message}>
                <p className={classes.body} dir="auto">
                  {message.body}
                </p>
              </section>
              {answers.length > 0 && <Answers answers={answers} />}
              <AnswerForm id={id} again={message.answeredAt !== null} />
            </div>
          )}
        </Reading>
      )}
    </>
  )
}

function MessageFacts({ message }: { message: SupportMessage }) {
  return (
    <Facts
      facts={[
        {
          label: copy.sender,
          value: (
            <TextLink href={`#people/${message.personId}`}>{copy.from(message.name, message.role)}</TextLink>
          ),
        },
        { label: copy.email, value: message.email ?? adminCopy.notProvided },
        { label: copy.topic, value: message.topic },
        { label: copy.received, value: <When at={message.createdAt} withZone /> },
        ...message.about,
      ]}
    />
  )
}

function Answers({ answers }: Pick<MessageDetails, 'answers'>) {
  return (
    <section aria-labelledby="answers">
      <h2 id="answers" className={classes.heading}>
        {copy.answers}
      </h2>
      <ol className={classes.answers}>
        {answers.map((answer) => (
          <li key={answer._id} className={classes.card}>
            <p className={classes.who}>
              {copy.answerBy(answer.admin)}, <When at={answer.createdAt} />
            </p>
            <p className={classes.body} dir="auto">
              {answer.text}
            </p>
          </li>
        ))}
      </ol>
    </section>
  )
}

import type { AuditLine } from '@/api/adminTypes'
import { adminHistoryCopy } from '@/copy/adminHistory'
import { DateTime } from '@/ui/DateTime'
import { TextLink } from '@/ui/TextLink'
import classes from './DataTable.module.css'
import { JsonDetails } from './JsonDetails'
import { Section } from './Section'
import { actionLabel, actorLabel, subjectHash } from './subjects'

const copy = adminHistoryCopy

interface AuditHistoryProps {
  lines: readonly AuditLine[]
  /** The id of the page's own subject: lines about other subjects link to them. */
  subjectId?: string
}

/** Audit log entries about a subject, newest first. */
export function AuditHistory({ lines, subjectId }: AuditHistoryProps) {
  return (
    <Section title={copy.title}>
      {lines.length === 0 ? (
        <p className={classes.empty}>{copy.empty}</p>
      ) : (
        <ol className={classes.history} aria-label={copy.title}>
          {lines.map((line) => (
            <li key={line._id}>
              <p className={classes.entry}>
                <strong>{actionLabel(line.action)}</strong>
                <span className={classes.muted}>
                  {copy.by(actorLabel(line))}, <DateTime instant={line.at} />
                </span>
                {subjectId && line.subject !== subjectId && <SubjectLink hash={subjectHash(line)} />}
              </p>
              {line.reason && (
                <p className={classes.reason} dir="auto">
                  {line.reason}
                </p>
              )}
              <JsonDetails
                label={copy.details}
                data={{ action: line.action, detail: line.detail, before: line.before, after: line.after }}
              />
            </li>
          ))}
        </ol>
      )}
    </Section>
  )
}

function SubjectLink({ hash }: { hash: string | null }) {
  return (
    hash && (
      <span className={classes.muted}>
        <TextLink href={`#${hash}`}>{copy.open[hash.split('/')[0] ?? '']}</TextLink>
      </span>
    )
  )
}

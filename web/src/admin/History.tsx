import type { AuditLine } from '@/api/adminTypes'
import { adminHistoryCopy } from '@/copy/adminHistory'
import { TextLink } from '@/ui/TextLink'
import { When } from '@/ui/When'
import { Block } from './Block'
import { Raw } from './Raw'
import classes from './Sheet.module.css'
import { actWords, subjectHash, whoOf } from './subjects'

const copy = adminHistoryCopy

interface HistoryProps {
  lines: readonly AuditLine[]
  /** Whose page it stands on: lines about something else lead there. */
  of?: string
}

/** What was done to something and by whom, the newest first, from the audit log. */
export function History({ lines, of }: HistoryProps) {
  return (
    <Block title={copy.title}>
      {lines.length === 0 ? (
        <p className={classes.none}>{copy.empty}</p>
      ) : (
        <ol className={classes.history} aria-label={copy.title}>
          {lines.map((line) => (
            <li key={line._id}>
              <p className={classes.act}>
                <strong>{actWords(line.action)}</strong>
                <span className={classes.quiet}>
                  {copy.by(whoOf(line))}, <When at={line.at} />
                </span>
                {of && line.subject !== of && <Elsewhere hash={subjectHash(line)} />}
              </p>
              {line.reason && (
                <p className={classes.why} dir="auto">
                  {line.reason}
                </p>
              )}
              <Raw
                label={copy.details}
                data={{ action: line.action, detail: line.detail, before: line.before, after: line.after }}
              />
            </li>
          ))}
        </ol>
      )}
    </Block>
  )
}

function Elsewhere({ hash }: { hash: string | null }) {
  return (
    hash && (
      <span className={classes.quiet}>
        <TextLink href={`#${hash}`}>{copy.open[hash.split('/')[0] ?? '']}</TextLink>
      </span>
    )
  )
}

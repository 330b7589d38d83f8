import { Alert } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import table from '@/admin/DataTable.module.css'
import { JsonDetails } from '@/admin/JsonDetails'
import { type Finding, toFinding } from '@/admin/ledger/finding'
import classes from '@/admin/ledger/Ledger.module.css'
import { Section } from '@/admin/Section'
import type { LedgerCheck } from '@/api/adminSystem'
import { adminSystemCopy } from '@/copy/adminSystem'
import { type Column, DataList } from '@/ui/DataList'
import { DateTime } from '@/ui/DateTime'
import { EmptyState } from '@/ui/EmptyState'

const copy = adminSystemCopy.books

const columns: Column<Finding>[] = [
  {
    key: 'meaning',
    label: copy.columns.meaning,
    onCard: 'heading',
    cell: ({ meaning, raw }) => (
      <>
        {meaning}
        <div className={table.muted}>
          <JsonDetails label={copy.raw} data={raw} />
        </div>
      </>
    ),
  },
  {
    key: 'about',
    label: copy.columns.about,
    cell: ({ about }) => <span className={classes.subject}>{about ?? copy.all}</span>,
  },
  { key: 'stored', label: copy.columns.stored, numeric: true, cell: ({ stored }) => stored },
  { key: 'ledger', label: copy.columns.ledger, numeric: true, cell: ({ ledger }) => ledger },
]

/** Result of a check: in order, or the differences. */
export function LedgerCheckResult({ check }: { check: LedgerCheck }) {
  const { checkedAt, findings, notCompared, differences } = check
  if (!checkedAt) return <EmptyState title={copy.never} hint={copy.neverHint} />
  const isInOrder = findings === 0
  const rows = differences.map(toFinding)
  return (
    <>
      <div className={classes.result} data-agrees={isInOrder || undefined}>
        {isInOrder ? <IconCircleCheck size={32} aria-hidden /> : <IconAlertTriangle size={32} aria-hidden />}
        <div>
          <h2 className={classes.heading}>
            {isInOrder ? (notCompared ? copy.ownInOrder : copy.inOrder) : copy.findings(findings)}
          </h2>
          <p className={table.empty}>{isInOrder ? copy.inOrderHint : copy.findingsHint}</p>
          <p className={table.muted}>
            {copy.at} <DateTime instant={checkedAt} />
          </p>
        </div>
      </div>
      {notCompared && (
        <Alert color="yellow" className={table.notice}>
          {copy.notCompared(notCompared)}
        </Alert>
      )}
      {rows.length > 0 && (
        <Section title={copy.list}>
          <DataList
            label={copy.list}
            columns={columns}
            rows={rows}
            rowKey={(row) => String(rows.indexOf(row))}
            cardsOnTablet
          />
          {rows.length < findings && <p className={table.empty}>{copy.shown(rows.length, findings)}</p>}
        </Section>
      )}
    </>
  )
}

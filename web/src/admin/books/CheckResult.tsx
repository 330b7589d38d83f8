import { Alert } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import { Block } from '@/admin/Block'
import { Raw } from '@/admin/Raw'
import sheet from '@/admin/Sheet.module.css'
import type { LedgerCheck } from '@/api/adminSystem'
import { adminSystemCopy } from '@/copy/adminSystem'
import { type Column, DataList } from '@/ui/DataList'
import { EmptyState } from '@/ui/EmptyState'
import { When } from '@/ui/When'
import classes from './Books.module.css'
import { type Finding, findingOf } from './finding'

const copy = adminSystemCopy.books

const columns: Column<Finding>[] = [
  {
    key: 'meaning',
    label: copy.columns.meaning,
    onCard: 'heading',
    cell: ({ meaning, raw }) => (
      <>
        {meaning}
        <div className={sheet.quiet}>
          <Raw label={copy.raw} data={raw} />
        </div>
      </>
    ),
  },
  {
    key: 'about',
    label: copy.columns.about,
    cell: ({ about }) => <span className={classes.about}>{about ?? copy.all}</span>,
  },
  { key: 'stored', label: copy.columns.stored, numeric: true, cell: ({ stored }) => stored },
  { key: 'ledger', label: copy.columns.ledger, numeric: true, cell: ({ ledger }) => ledger },
]

/** The result of a check: in order, or what differs. */
export function CheckResult({ check }: { check: LedgerCheck }) {
  const { checkedAt, findings, notCompared, differences } = check
  if (!checkedAt) return <EmptyState title={copy.never} hint={copy.neverHint} />
  const agrees = findings === 0
  const rows = differences.map(findingOf)
  return (
    <>
      <div className={classes.result} data-agrees={agrees || undefined}>
        {agrees ? <IconCircleCheck size={32} aria-hidden /> : <IconAlertTriangle size={32} aria-hidden />}
        <div>
          <h2 className={classes.verdict}>
            {agrees ? (notCompared ? copy.ownInOrder : copy.inOrder) : copy.findings(findings)}
          </h2>
          <p className={sheet.none}>{agrees ? copy.inOrderHint : copy.findingsHint}</p>
          <p className={sheet.quiet}>
            {copy.at} <When at={checkedAt} />
          </p>
        </div>
      </div>
      {notCompared && (
        <Alert color="yellow" className={sheet.notice}>
          {copy.notCompared(notCompared)}
        </Alert>
      )}
      {rows.length > 0 && (
        <Block title={copy.list}>
          <DataList
            label={copy.list}
            columns={columns}
            rows={rows}
            rowKey={(row) => String(rows.indexOf(row))}
            roomy
          />
          {rows.length < findings && <p className={sheet.none}>{copy.shown(rows.length, findings)}</p>}
        </Block>
      )}
    </>
  )
}

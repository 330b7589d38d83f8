import { Table } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './DataList.module.css'
import { useIsVeryWide, useIsWide } from './useIsWide'

export interface Column<T> {
  key: string
  label: string
  cell: (row: T) => ReactNode
  /** Right-aligned figures. */
  numeric?: boolean
  /** On a card, without its label: above the others, or below them, as buttons are. */
  onCard?: 'heading' | 'foot'
}

interface DataListProps<T> {
  /** Names the table for screen readers. */
  label: string
  columns: Column<T>[]
  rows: readonly T[]
  rowKey: (row: T) => string
  /** On a tablet it is cards, too, rather than a table that runs off the side: as it is where there are many columns. */
  roomy?: boolean
}

const COLUMNS_ON_A_TABLET = 3

/** Rows as a table from 768 px, as cards below, with the same labels in both. */
export function DataList<T>({
  label,
  columns,
  rows,
  rowKey,
  roomy = columns.length > COLUMNS_ON_A_TABLET,
}: DataListProps<T>) {
  const wide = useIsWide()
  const veryWide = useIsVeryWide()
  if (!wide || (roomy && !veryWide)) {
    return (
      <ul className={classes.cards} aria-label={label}>
        {rows.map((row) => (
          <li key={rowKey(row)} className={classes.card}>
            <Aside columns={columns} row={row} place="heading" />
            <dl className={classes.facts}>
              {columns
                .filter(({ onCard }) => !onCard)
                .map((column) => (
                  <div key={column.key} className={classes.fact}>
                    <dt>{column.label}</dt>
                    <dd>{column.cell(row)}</dd>
                  </div>
                ))}
            </dl>
            <Aside columns={columns} row={row} place="foot" />
          </li>
        ))}
      </ul>
    )
  }
  return (
    <div className={classes.frame}>
      <Table aria-label={label} className={classes.table}>
        <Table.Thead>
          <Table.Tr>
            {columns.map((column) => (
              <Table.Th key={column.key} className={classes.head} {...figures(column)}>
                {column.label}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={rowKey(row)}>
              {columns.map((column) => (
                <Table.Td key={column.key} {...figures(column)}>
                  {column.cell(row)}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  )
}

function figures<T>({ numeric }: Column<T>) {
  return numeric ? ({ ta: 'right', 'data-numeric': true } as const) : ({ ta: 'left' } as const)
}

interface AsideProps<T> {
  columns: Column<T>[]
  row: T
  place: 'heading' | 'foot'
}

/** What stands on a card beside its facts. */
function Aside<T>({ columns, row, place }: AsideProps<T>) {
  return columns
    .filter(({ onCard }) => onCard === place)
    .map((column) => (
      <div key={column.key} className={classes[place]}>
        {column.cell(row)}
      </div>
    ))
}

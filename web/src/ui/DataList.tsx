import { Table } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './DataList.module.css'
import { useIsWide } from './useIsWide'

export interface Column<T> {
  key: string
  label: string
  cell: (row: T) => ReactNode
  /** Right-aligned figures. */
  numeric?: boolean
}

interface DataListProps<T> {
  /** Names the table for screen readers. */
  label: string
  columns: Column<T>[]
  rows: readonly T[]
  rowKey: (row: T) => string
}

/** Rows as a table from 768 px, as cards below, with the same labels in both. */
export function DataList<T>({ label, columns, rows, rowKey }: DataListProps<T>) {
  const wide = useIsWide()
  if (!wide) {
    return (
      <ul className={classes.cards} aria-label={label}>
        {rows.map((row) => (
          <li key={rowKey(row)} className={classes.card}>
            <dl className={classes.facts}>
              {columns.map((column) => (
                <div key={column.key} className={classes.fact}>
                  <dt>{column.label}</dt>
                  <dd>{column.cell(row)}</dd>
                </div>
              ))}
            </dl>
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
              <Table.Th key={column.key} className={classes.head} ta={column.numeric ? 'right' : 'left'}>
                {column.label}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={rowKey(row)}>
              {columns.map((column) => (
                <Table.Td key={column.key} ta={column.numeric ? 'right' : 'left'}>
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

import { Table } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './DataList.module.css'
import { useIsVeryWide, useIsWide } from './useIsWide'

export interface Column<T> {
  key: string
  label: string
  /** Label on a card, if it depends on the row. */
  cardLabel?: (row: T) => string
  /** Content of the table head instead of the label, such as a button that sorts. */
  head?: ReactNode
  /** The direction if the rows are sorted by this column. */
  sorted?: 'ascending' | 'descending' | undefined
  cell: (row: T) => ReactNode
  /** Right-aligns numbers. */
  numeric?: boolean
  /** Position on a card without a label: above the labelled values, or below them (for buttons). */
  onCard?: 'heading' | 'foot'
}

interface DataListProps<T> {
  /** Names the table for screen readers. */
  label: string
  columns: Column<T>[]
  rows: readonly T[]
  rowKey: (row: T) => string
  /** Shows cards on tablets too. Default for tables with many columns, which would overflow. */
  cardsOnTablet?: boolean
  /** Content of a card instead of the labelled values. */
  card?: ((row: T) => ReactNode) | undefined
  /** Content below the row, over its full width; nothing for most rows. */
  renderBelow?: ((row: T) => ReactNode) | undefined
}

const MAX_TABLET_COLUMNS = 3

/** Rows as a table from 768 px, as cards below, with the same labels. */
export function DataList<T>({
  label,
  columns,
  rows,
  rowKey,
  cardsOnTablet = columns.length > MAX_TABLET_COLUMNS,
  card,
  renderBelow,
}: DataListProps<T>) {
  const wide = useIsWide()
  const veryWide = useIsVeryWide()
  if (!wide || (cardsOnTablet && !veryWide)) {
    return (
      <ul className={classes.cards} aria-label={label}>
        {rows.map((row) => (
          <li key={rowKey(row)} className={classes.card}>
            {card ? card(row) : <CardFacts columns={columns} row={row} />}
            {renderBelow?.(row)}
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
              <Table.Th
                key={column.key}
                className={classes.head}
                aria-sort={column.sorted}
                {...numericProps(column)}
              >
                {column.head ?? column.label}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <TableRow key={rowKey(row)} columns={columns} row={row} below={renderBelow?.(row)} />
          ))}
        </Table.Tbody>
      </Table>
    </div>
  )
}

function TableRow<T>({ columns, row, below }: { columns: Column<T>[]; row: T; below: ReactNode }) {
  return (
    <>
      <Table.Tr>
        {columns.map((column) => (
          <Table.Td key={column.key} {...numericProps(column)}>
            {column.cell(row)}
          </Table.Td>
        ))}
      </Table.Tr>
      {below && (
        <Table.Tr>
          <Table.Td colSpan={columns.length}>{below}</Table.Td>
        </Table.Tr>
      )}
    </>
  )
}

function numericProps<T>({ numeric }: Column<T>) {
  return numeric ? ({ ta: 'right', 'data-numeric': true } as const) : ({ ta: 'left' } as const)
}

interface CardCellsProps<T> {
  columns: Column<T>[]
  row: T
  position: 'heading' | 'foot'
}

/** Unlabelled cells of a card at one position. */
function CardCells<T>({ columns, row, position }: CardCellsProps<T>) {
  return columns
    .filter(({ onCard }) => onCard === position)
    .map((column) => (
      <div key={column.key} className={classes[position]}>
        {column.cell(row)}
      </div>
    ))
}

/** All values of a row with their labels. */
function CardFacts<T>({ columns, row }: Pick<CardCellsProps<T>, 'columns' | 'row'>) {
  return (
    <>
      <CardCells columns={columns} row={row} position="heading" />
      <dl className={classes.facts}>
        {columns
          .filter(({ onCard }) => !onCard)
          .map((column) => (
            <div key={column.key} className={classes.fact}>
              <dt>{column.cardLabel?.(row) ?? column.label}</dt>
              <dd>{column.cell(row)}</dd>
            </div>
          ))}
      </dl>
      <CardCells columns={columns} row={row} position="foot" />
    </>
  )
}

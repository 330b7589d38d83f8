import { UnstyledButton } from '@mantine/core'
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react'
import type { Column } from '@/ui/DataList'
import table from './DataTable.module.css'
import { currentSort, nextSort, type Sorting } from './sorting'

const ICONS = { ascending: IconArrowUp, descending: IconArrowDown, none: IconArrowsSort }

interface SortButtonProps {
  name: string
  label: string
  sorting: Sorting
}

/** Sorts by a column, or reverses the order if the list is sorted by it. */
function SortButton({ name, label, sorting }: SortButtonProps) {
  const direction = sortedDirection(sorting, name)
  const Icon = ICONS[direction ?? 'none']
  return (
    <UnstyledButton
      className={table.sort}
      data-sorted={direction}
      onClick={() => sorting.onChange(nextSort(sorting, name))}
    >
      {label}
      <Icon size={14} aria-hidden />
    </UnstyledButton>
  )
}

const sortedDirection = (sorting: Sorting, key: string) => {
  const current = currentSort(sorting)
  return current.key === key ? current.direction : undefined
}

/** Replaces the labels of sortable columns by buttons; `aria-sort` of the head names the direction. */
export function withSortButtons<T>(columns: Column<T>[], sorting: Sorting): Column<T>[] {
  return columns.map((column) =>
    sorting.fields[column.key]
      ? {
          ...column,
          sorted: sortedDirection(sorting, column.key),
          head: <SortButton key={column.key} name={column.key} label={column.label} sorting={sorting} />,
        }
      : column,
  )
}

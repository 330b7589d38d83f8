import { Select } from '@mantine/core'
import { adminListsCopy as copy } from '@/copy/adminLists'
import type { Column } from '@/ui/DataList'
import table from './DataTable.module.css'
import { currentSort, type Sorting, sortOptions, sortParam } from './sorting'

/** Order of a list of cards, which have no head to press. */
export function SortSelect<T>({ columns, sorting }: { columns: Column<T>[]; sorting: Sorting }) {
  const { key, direction } = currentSort(sorting)
  const labels = Object.fromEntries(columns.map((column) => [column.key, column.label]))
  return (
    <Select
      className={table.select}
      label={copy.sortBy}
      data={sortOptions(sorting.fields, labels)}
      value={sortParam(sorting.fields[key]?.field ?? '', direction)}
      allowDeselect={false}
      comboboxProps={{ keepMounted: false }}
      onChange={(next) => sorting.onChange(next ?? '')}
    />
  )
}

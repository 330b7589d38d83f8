import { adminListsCopy as copy } from '@/copy/adminLists'

/** How values of a column are sorted: the first direction, and how both are called. */
type SortKind = keyof typeof copy.directions

/** Columns by which the server sorts a list, by column key; the first is the default. */
export type SortFields = Readonly<Record<string, { field: string; kind: SortKind }>>

export interface Sorting {
  fields: SortFields
  /** `field`, or `-field` for descending order; empty for the default. */
  value: string
  onChange: (value: string) => void
}

export type SortDirection = 'ascending' | 'descending'

/** The parameter that sorts by a field. */
export const sortParam = (field: string, direction: SortDirection) =>
  direction === 'descending' ? `-${field}` : field

/** Names are read from A on; of times and amounts, the latest and the largest come first. */
export const firstDirection = (kind: SortKind): SortDirection =>
  kind === 'text' ? 'ascending' : 'descending'

const opposite = (direction: SortDirection): SortDirection =>
  direction === 'ascending' ? 'descending' : 'ascending'

/** The sorted column and its direction: those of the URL, or the default. */
export function currentSort({ fields, value }: Sorting): { key: string; direction: SortDirection } {
  const all = Object.entries(fields)
  for (const [key, { field }] of all) {
    if (value === field) return { key, direction: 'ascending' }
    if (value === `-${field}`) return { key, direction: 'descending' }
  }
  return { key: all[0]?.[0] ?? '', direction: 'descending' }
}

/** The parameter after a press on a column's button: its first direction, or the opposite if it is sorted. */
export function nextSort(sorting: Sorting, key: string): string {
  const column = sorting.fields[key]
  if (!column) return ''
  const current = currentSort(sorting)
  const direction = current.key === key ? opposite(current.direction) : firstDirection(column.kind)
  return sortParam(column.field, direction)
}

/** All orders with their names, for a select. */
export function sortOptions(fields: SortFields, labels: Readonly<Record<string, string>>) {
  return Object.entries(fields).flatMap(([key, { field, kind }]) =>
    [firstDirection(kind), opposite(firstDirection(kind))].map((direction) => ({
      value: sortParam(field, direction),
      label: copy.order(labels[key] ?? '', copy.directions[kind][direction]),
    })),
  )
}

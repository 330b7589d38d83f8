import { expect, test } from 'vitest'
import { currentSort, nextSort, type SortFields, sortOptions } from './sorting'

const fields: SortFields = {
  since: { field: 'createdAt', kind: 'time' },
  name: { field: 'name', kind: 'text' },
}
const sortedBy = (value: string) => ({ fields, value, onChange: () => undefined })

test('an empty or unknown order is the first column, latest first', () => {
  for (const value of ['', 'price', '--name'])
    expect(currentSort(sortedBy(value))).toEqual({ key: 'since', direction: 'descending' })
  expect(currentSort(sortedBy('name'))).toEqual({ key: 'name', direction: 'ascending' })
})

test('a press sorts names from A and times from the latest, and a second press reverses', () => {
  expect(nextSort(sortedBy(''), 'name')).toBe('name')
  expect(nextSort(sortedBy('name'), 'name')).toBe('-name')
  expect(nextSort(sortedBy('-name'), 'name')).toBe('name')
  expect(nextSort(sortedBy('name'), 'since')).toBe('-createdAt')
  expect(nextSort(sortedBy(''), 'since')).toBe('createdAt')
})

test('the select names both directions of each column', () => {
  expect(sortOptions(fields, { since: 'Joined', name: 'Name' })).toEqual([
    { value: '-createdAt', label: 'Joined, latest first' },
    { value: 'createdAt', label: 'Joined, earliest first' },
    { value: 'name', label: 'Name, A to Z' },
    { value: '-name', label: 'Name, Z to A' },
  ])
})

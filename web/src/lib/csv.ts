/** CSV files for spreadsheets (RFC 4180), safe against formula injection, like `domain/csv.rs`. */

/** Without it, some spreadsheets do not detect UTF-8. */
const BYTE_ORDER_MARK = '\ufeff'
/** Text that a spreadsheet would evaluate, also in full-width form and after white space or control characters. */
const FORMULA = /^[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠]|^[\t\r\n]/u
const NUMBER = /^-?\d+(\.\d+)?$/

export interface CsvColumn<T> {
  label: string
  value: (row: T) => string | number | null | undefined
}

/** A CSV file with a header row. */
export function toCsv<T>(columns: readonly CsvColumn<T>[], rows: readonly T[]): Blob {
  const lines = [
    columns.map(({ label }) => formatCell(label)),
    ...rows.map((row) => columns.map(({ value }) => formatCell(String(value(row) ?? '')))),
  ]
  const text = lines.map((cells) => `${cells.join(',')}\r\n`).join('')
  return new Blob([BYTE_ORDER_MARK, text], { type: 'text/csv;charset=utf-8' })
}

function formatCell(text: string): string {
  const safe = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text
  return /[",;\r\n\t]/.test(safe) || safe.trim() !== safe ? `"${safe.replaceAll('"', '""')}"` : safe
}

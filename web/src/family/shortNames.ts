/** The first name of each person; the full name if two share the first name. */
export function shortNames(names: readonly string[]): string[] {
  const first = names.map((name) => name.trim().split(/\s+/)[0] ?? '')
  return names.map((name, index) => {
    const short = first[index] ?? ''
    const isUnique = first.filter((other) => sameName(other, short)).length === 1
    return short && isUnique ? short : name.trim()
  })
}

const sameName = (a: string, b: string) => a.localeCompare(b, undefined, { sensitivity: 'base' }) === 0

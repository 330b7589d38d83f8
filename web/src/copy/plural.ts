/**
 * Returns a function that formats a count with its noun: `Intl.PluralRules` chooses the form,
 * `Intl.NumberFormat` formats the number.
 */
export function createPluralizer(locale: string) {
  const rules = new Intl.PluralRules(locale)
  const numbers = new Intl.NumberFormat(locale)
  return (count: number, one: string, other: string): string =>
    `${numbers.format(count)} ${rules.select(count) === 'one' ? one : other}`
}

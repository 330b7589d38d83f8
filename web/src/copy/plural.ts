/** Counts things in a language: `Intl.PluralRules` chooses the form, `Intl.NumberFormat` writes the number. */
export function counting(locale: string) {
  const rules = new Intl.PluralRules(locale)
  const numbers = new Intl.NumberFormat(locale)
  return (count: number, one: string, other: string): string =>
    `${numbers.format(count)} ${rules.select(count) === 'one' ? one : other}`
}

/** Labels of the items in `serverItems.ts`. Apart from `labels.ts`, which public pages load. */
import { isHindi, translationOf } from '@/lib/i18n'

/** The name of a receipt's line, except a coupon's, in the language of the page. */
export function receiptLineLabel(name: string): string {
  return translationOf(`receiptLine.${name}`) ?? name
}

/** `2 paid credits` in the language of the page; `null` if a Hindi page has no translation. */
export function openItemLabel(item: string): string | null {
  if (!isHindi()) return item
  const [, count, name] = /^(\d+) (.+)$/.exec(item) ?? []
  const label = translationOf(`openItem.${name}`)
  return label ? `${count} ${label}` : null
}

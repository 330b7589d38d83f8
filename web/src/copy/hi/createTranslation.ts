import type { TranslateCatalogue } from '@/lib/i18n'

/**
 * Creates a translation that overwrites the English texts in place, so that references taken
 * earlier (`studentCopy.menu`) are translated too.
 */
export function createTranslation(catalogues: Readonly<Record<string, object>>): TranslateCatalogue {
  return (name, english) => {
    const translated = catalogues[name]
    if (translated) assign(english, translated)
  }
}

function assign(english: object, translated: object): void {
  for (const [key, value] of Object.entries(translated) as [keyof object, unknown][]) {
    const old: unknown = english[key]
    if (isTree(old) && isTree(value)) assign(old, value)
    else Object.assign(english, { [key]: value })
  }
}

function isTree(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

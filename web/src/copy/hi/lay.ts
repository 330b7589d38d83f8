import type { Lay } from '@/lib/language'

/**
 * Lays the texts of a catalogue over the English ones, in place: what code has taken hold of by then (`studentCopy.menu`)
 * says the new words too.
 */
export function layOver(catalogues: Readonly<Record<string, object>>): Lay {
  return (name, english) => {
    const words = catalogues[name]
    if (words) assign(english, words)
  }
}

function assign(english: object, words: object): void {
  for (const [key, value] of Object.entries(words) as [keyof object, unknown][]) {
    const old: unknown = english[key]
    if (isTree(old) && isTree(value)) assign(old, value)
    else Object.assign(english, { [key]: value })
  }
}

function isTree(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

/**
 * Registry of text catalogues. Code imports the English texts; a second language overwrites them in
 * place before the first render (ARCHITECTURE.md, "Languages").
 */

/** Overwrites the texts of the catalogue called `name` with those of another language. */
export type TranslateCatalogue = (name: string, english: object) => void

const registered: Parameters<TranslateCatalogue>[] = []
let translateCatalogue: TranslateCatalogue | undefined

/** Registers a catalogue of English texts and returns it, translated if a translation is set. */
export function registerCatalogue<T extends object>(name: string, english: T): T {
  registered.push([name, english])
  translateCatalogue?.(name, english)
  return english
}

/** Translates all catalogues: those that are registered and those that are registered later. */
export function setTranslation(translation: TranslateCatalogue): void {
  translateCatalogue = translation
  for (const catalogue of registered) translation(...catalogue)
}

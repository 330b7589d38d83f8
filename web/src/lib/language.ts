/**
 * How another language comes in. Code imports the English texts; each catalogue is named here as it is made, and a
 * second language is laid over them, in place, before anything of them is shown (ARCHITECTURE.md, "Languages").
 */

/** Lays the other language's texts over those of the catalogue with this name. */
export type Lay = (name: string, english: object) => void

const made: Parameters<Lay>[] = []
let lay: Lay | undefined

/** A catalogue of texts, in English unless another language has been laid over them. */
export function texts<T extends object>(name: string, english: T): T {
  made.push([name, english])
  lay?.(name, english)
  return english
}

/** Lays another language over all catalogues: those that are there, and those whose code comes later. */
export function translate(over: Lay): void {
  lay = over
  for (const catalogue of made) over(...catalogue)
}

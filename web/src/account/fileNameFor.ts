/** The name of the file with a person's data: `asha-rao-data.json`. */
export function fileNameFor(name: string): string {
  // Letters of other scripts and their vowel signs stay.
  const words = name.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? ['child']
  return `${words.join('-').slice(0, 80)}-data.json`
}

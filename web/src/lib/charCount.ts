/** Number of code points in the trimmed text: an emoji of two UTF-16 units counts as one. */
export function charCount(text: string): number {
  return Array.from(text.trim()).length
}

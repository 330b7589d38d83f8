/** Characters as people count them, without space around: an emoji of two units is one. */
export function letterCount(text: string): number {
  return Array.from(text.trim()).length
}

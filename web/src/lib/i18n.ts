import { i18n, type MessageDescriptor, type Messages } from '@lingui/core'

export type Language = 'en' | 'hi'

export interface ClockTime {
  hour: number
  minute: number
}

/** Names of days, months and times of day, where a language takes them from `Intl`. */
export interface DateNames {
  months: readonly string[]
  shortMonths: readonly string[]
  /** Starting on Monday. */
  weekdays: readonly string[]
  shortWeekdays: readonly string[]
  /** First hours of morning, afternoon and evening, as the words of `clock` divide the day. */
  dayPartStarts: readonly [morning: number, afternoon: number, evening: number]
  clock(time: ClockTime): string
  range(start: ClockTime, end: ClockTime): string
}

let names: DateNames | undefined

/** None on English pages. */
export const dateNames = (): DateNames | undefined => names

/**
 * Sets the language of all texts. Called before the first render: a text that is read earlier, such
 * as one that a module copies while it loads, throws an error.
 */
export function setLanguage(language: Language, messages: Messages = {}, ofDates?: DateNames): void {
  i18n.load(language, messages)
  // The region formats numbers: 1,00,000.
  i18n.activate(language, `${language}-IN`)
  names = ofDates
}

export const isHindi = (): boolean => i18n.locale === 'hi'

/** The translation of a text of the server, by its id; none on English pages. */
export const translationOf = (id: string): string | undefined =>
  Object.hasOwn(i18n.messages, id) ? i18n._(id) : undefined

/** All translations whose ids start with `prefix.`, by the rest of the id; none on English pages. */
export function translationsOf(prefix: string): Record<string, string> {
  const ids = Object.keys(i18n.messages).filter((id) => id.startsWith(`${prefix}.`))
  return Object.fromEntries(ids.map((id) => [id.slice(prefix.length + 1), i18n._(id)]))
}

/** The same tree with a string for each message. */
type Texts<T> = T extends (...given: never[]) => unknown
  ? T
  : T extends object
    ? keyof T extends keyof MessageDescriptor
      ? string
      : { readonly [Key in keyof T]: Texts<T[Key]> }
    : T

/**
 * Replaces each message of a tree (`msg`) by a getter that returns its text in the current language.
 * Functions, getters and plain strings stay as they are.
 */
// The bundler removes texts that nothing uses, such as those that only the prerendering needs.
// @__NO_SIDE_EFFECTS__
export function defineTexts<const T extends object>(tree: T): Texts<T> {
  replaceMessages(tree)
  return tree as Texts<T>
}

function replaceMessages(tree: object): void {
  for (const [key, { value }] of Object.entries(Object.getOwnPropertyDescriptors(tree))) {
    if (typeof value !== 'object' || value === null) continue
    if (isMessage(value)) Object.defineProperty(tree, key, { get: () => i18n._(value) })
    else replaceMessages(value)
  }
}

const isMessage = (value: object): value is MessageDescriptor => 'id' in value && 'message' in value

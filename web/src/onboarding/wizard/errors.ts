import { wizardCopy } from '@/copy/wizard'
import { letterCount } from '@/lib/letters'
import { meetingLink } from '@/lib/meetingLink'
import { formErrors as hoursFields } from '@/ui/hours/hoursForm'
import type { WizardValues } from './values'

const { errors } = wizardCopy

const BIO = { min: 50, max: 1000 }
const USD = { min: 9.99, max: 199.99 }
const INR = { min: 499, max: 9999 }
export const MOST = {
  name: 100,
  story: 2000,
  notes: 2000,
  highlight: 200,
  highlights: 10,
  styles: 20,
  link: 300,
}

export type Errors = Record<string, string>

/** What keeps a step from being left forwards (SPEC §5); availability and the last look ask for nothing. */
export function stepErrors(step: number, values: WizardValues): Errors {
  return [basicErrors, experienceErrors, none, pricingErrors, none][step]?.(values) ?? {}
}

/** Everything that is wrong, step by step. */
export function allErrors(values: WizardValues): Errors {
  return { ...basicErrors(values), ...experienceErrors(values), ...pricingErrors(values) }
}

function none(): Errors {
  return {}
}

function basicErrors(values: WizardValues): Errors {
  const found: Errors = {}
  if (!values.firstName.trim()) found.firstName = errors.firstName
  if (!values.lastName.trim()) found.lastName = errors.lastName
  if (!values.country) found.country = errors.country
  const chosen = values.styles.map(({ style }) => style)
  if (!chosen.some(Boolean)) found['styles.0.style'] = errors.styles
  chosen.forEach((style, index) => {
    if (style && chosen.indexOf(style) < index) found[`styles.${index}.style`] = errors.styleTwice
  })
  if (!values.ageConfirmed) found.ageConfirmed = errors.age
  return found
}

function experienceErrors(values: WizardValues): Errors {
  const found: Errors = {}
  const letters = letterCount(values.bio)
  if (letters === 0) found.bio = errors.bio
  else if (letters < BIO.min) found.bio = errors.bioShort
  else if (letters > BIO.max) found.bio = errors.bioLong
  if (!values.danceEducation.trim()) found.danceEducation = errors.education
  if (!values.guru.trim()) found.guru = errors.guru
  if (!values.experience.trim()) found.experience = errors.experience
  for (const field of ['danceEducation', 'guru', 'experience'] as const) {
    if (letterCount(values[field]) > MOST.story) found[field] = errors.tooLong(MOST.story)
  }
  if (!values.yearsTeaching) found.yearsTeaching = errors.required
  if (values.studentAges.length === 0) found.studentAges = errors.required
  return found
}

function pricingErrors(values: WizardValues): Errors {
  const found: Errors = {}
  const { usdRate, inrRate } = values
  if (typeof usdRate !== 'number') found.usdRate = errors.usd
  else if (outside(usdRate, USD) || !isCents(usdRate)) found.usdRate = errors.usdRange
  if (typeof inrRate !== 'number') found.inrRate = errors.inr
  else if (outside(inrRate, INR) || !Number.isInteger(inrRate)) found.inrRate = errors.inrRange
  if (!meetingLink(values.googleMeetLink)) found.googleMeetLink = errors.meetingLink
  if (letterCount(values.notes) > MOST.notes) found.notes = errors.tooLong(MOST.notes)
  return found
}

const outside = (value: number, { min, max }: { min: number; max: number }) => value < min || value > max

/** At most two decimals, in spite of how fractions are kept. */
const isCents = (value: number) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6

const STEPS: readonly (readonly string[])[] = [
  ['firstName', 'lastName', 'country', 'styles', 'phone', 'ageConfirmed'],
  [
    'bio',
    'danceEducation',
    'guru',
    'experience',
    'yearsTeaching',
    'studentAges',
    'highlights',
    'performanceVideoLink',
    'instagram',
  ],
  ['availability'],
  ['usdRate', 'inrRate', 'googleMeetLink', 'helpVideoLink', 'notes'],
]

/** The step in which the first of these fields stands, in the order of the form. */
export function firstStep(found: Errors): number | null {
  const fields = Object.keys(found).map((field) => field.split('.')[0] ?? '')
  const step = STEPS.findIndex((known) => fields.some((field) => known.includes(field)))
  return step < 0 ? null : step
}

const { basic, experience, pricing } = wizardCopy

const LABELS: Readonly<Record<string, string>> = {
  firstName: basic.firstName,
  lastName: basic.lastName,
  country: basic.country,
  styles: basic.styles,
  ageConfirmed: basic.age,
  bio: experience.bio,
  danceEducation: experience.education,
  guru: experience.guru,
  experience: experience.experience,
  yearsTeaching: experience.years,
  studentAges: experience.ages,
  usdRate: pricing.usd,
  inrRate: pricing.inr,
  googleMeetLink: pricing.meetingLink,
}

/** Of what is wrong, the fields that are empty; the others are filled in, but not as they should be. */
export function missingOf(found: Errors, values: WizardValues): Errors {
  const isMissing = (field: string) =>
    field.startsWith('styles.')
      ? !values.styles.some(({ style }) => style)
      : isEmpty(values[field as keyof WizardValues])
  return Object.fromEntries(Object.entries(found).filter(([field]) => isMissing(field)))
}

function isEmpty(value: unknown): boolean {
  return (
    !value || (typeof value === 'string' && !value.trim()) || (Array.isArray(value) && value.length === 0)
  )
}

/** The names of the fields, in the order of the form, each once. */
export function fieldNames(found: Errors): string {
  const fields = new Set(Object.keys(found).map((field) => field.split('.')[0] ?? ''))
  return STEPS.flat()
    .filter((field) => fields.has(field))
    .map((field) => LABELS[field] ?? field)
    .join(', ')
}

const HOURS = /^availability\./

/** What the server says of the hours, under the fields of their own form; they are filled in in a form of its own. */
export function hoursErrors(found: Readonly<Record<string, unknown>>): Errors {
  const own = Object.entries(found).filter(([field]) => HOURS.test(field))
  return hoursFields(
    Object.fromEntries(own.map(([field, words]) => [field.replace(HOURS, ''), String(words)])),
  )
}

/** All others. */
export function otherErrors<T>(found: Readonly<Record<string, T>>): Record<string, T> {
  return Object.fromEntries(Object.entries(found).filter(([field]) => !HOURS.test(field)))
}

/** The server's sentences under the form's own fields: `teacherProfile.danceStylesWithLevel.1.style` → `styles.1.style`. */
export function formErrors(fieldErrors: Readonly<Record<string, string>>): Errors {
  return Object.fromEntries(
    Object.entries(fieldErrors).map(([field, words]) => [
      field
        .replace(/^(teacherProfile|paymentSettings)\./, '')
        .replace(/^socialMedia\./, '')
        .replace(/^danceStylesWithLevel$/, 'styles.0.style')
        .replace(/^danceStylesWithLevel\./, 'styles.')
        .replace(/^keyHighlights\.(\d+)$/, 'highlights.$1.text'),
      words,
    ]),
  )
}

import { wizardCopy } from '@/copy/wizard'
import { charCount } from '@/lib/charCount'
import { normalizeMeetingLink } from '@/lib/meetingLink'
import { isPhone } from '@/lib/phone'
import { isInstagram, isVideoLink } from '@/lib/profileFields'
import { OTHER_STYLE } from '@/lib/teacherOptions'
import { hoursFormErrors as hoursFields } from '@/ui/hours/hoursForm'
import { styleName, type WizardValues } from './values'

const { errors } = wizardCopy

const BIO_CHARS = { min: 50, max: 1000 }
const USD_RATE = { min: 9.99, max: 199.99 }
const INR_RATE = { min: 499, max: 9999 }
export const LIMITS = {
  name: 100,
  story: 2000,
  notes: 2000,
  highlight: 200,
  highlights: 10,
  styles: 20,
  style: 50,
  link: 300,
}

export type Errors = Record<string, string>

/** Errors of one step (SPEC §5); availability and the review have none. */
export function stepErrors(step: number, values: WizardValues): Errors {
  return [basicErrors, experienceErrors, noErrors, pricingErrors, noErrors][step]?.(values) ?? {}
}

/** Errors of all steps. */
export function allErrors(values: WizardValues): Errors {
  return { ...basicErrors(values), ...experienceErrors(values), ...pricingErrors(values) }
}

function noErrors(): Errors {
  return {}
}

function basicErrors(values: WizardValues): Errors {
  const fieldErrors: Errors = {}
  if (!values.firstName.trim()) fieldErrors.firstName = errors.firstName
  if (!values.lastName.trim()) fieldErrors.lastName = errors.lastName
  if (!values.country) fieldErrors.country = errors.country
  const selected = values.styles.map((row) => styleName(row).toLowerCase())
  if (!selected.some(Boolean)) fieldErrors['styles.0.style'] = errors.styles
  values.styles.forEach(({ style, otherStyle }, index) => {
    const name = selected[index]
    const field = style === OTHER_STYLE ? 'otherStyle' : 'style'
    if (field === 'otherStyle' && !otherStyle.trim()) {
      fieldErrors[`styles.${index}.otherStyle`] = errors.otherStyle
    } else if (name && selected.indexOf(name) < index) {
      fieldErrors[`styles.${index}.${field}`] = errors.styleTwice
    }
  })
  if (!isPhone(values.phone)) fieldErrors.phone = errors.phone
  if (!values.ageConfirmed) fieldErrors.ageConfirmed = errors.age
  return fieldErrors
}

function experienceErrors(values: WizardValues): Errors {
  const fieldErrors: Errors = {}
  const length = charCount(values.bio)
  if (length === 0) fieldErrors.bio = errors.bio
  else if (length < BIO_CHARS.min) fieldErrors.bio = errors.bioShort
  else if (length > BIO_CHARS.max) fieldErrors.bio = errors.bioLong
  if (!values.danceEducation.trim()) fieldErrors.danceEducation = errors.education
  if (!values.guru.trim()) fieldErrors.guru = errors.guru
  if (!values.experience.trim()) fieldErrors.experience = errors.experience
  for (const field of ['danceEducation', 'guru', 'experience'] as const) {
    if (charCount(values[field]) > LIMITS.story) fieldErrors[field] = errors.tooLong(LIMITS.story)
  }
  if (!values.yearsTeaching) fieldErrors.yearsTeaching = errors.required
  if (values.studentAges.length === 0) fieldErrors.studentAges = errors.required
  if (!isVideoLink(values.performanceVideoLink)) fieldErrors.performanceVideoLink = errors.link
  if (!isInstagram(values.instagram)) fieldErrors.instagram = errors.instagram
  return fieldErrors
}

function pricingErrors(values: WizardValues): Errors {
  const fieldErrors: Errors = {}
  const { usdRate, inrRate } = values
  if (typeof usdRate !== 'number') fieldErrors.usdRate = errors.usd
  else if (isOutside(usdRate, USD_RATE) || !isCents(usdRate)) fieldErrors.usdRate = errors.usdRange
  if (typeof inrRate !== 'number') fieldErrors.inrRate = errors.inr
  else if (isOutside(inrRate, INR_RATE) || !Number.isInteger(inrRate)) fieldErrors.inrRate = errors.inrRange
  if (!normalizeMeetingLink(values.googleMeetLink)) fieldErrors.googleMeetLink = errors.meetingLink
  if (!isVideoLink(values.helpVideoLink)) fieldErrors.helpVideoLink = errors.link
  if (charCount(values.notes) > LIMITS.notes) fieldErrors.notes = errors.tooLong(LIMITS.notes)
  return fieldErrors
}

const isOutside = (value: number, { min, max }: { min: number; max: number }) => value < min || value > max

/** At most two decimals, allowing for floating-point error. */
const isCents = (value: number) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6

const STEP_FIELDS: readonly (readonly string[])[] = [
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

/** The first step with one of these errors, in the order of the form. */
export function firstStepWithError(fieldErrors: Errors): number | null {
  return wrongFields(fieldErrors)[0]?.step ?? null
}

export interface WrongField {
  field: string
  label: string
  step: number
}

/** The fields with errors and their steps, in the order of the form, each once. */
export function wrongFields(fieldErrors: Errors): WrongField[] {
  const names = new Set(Object.keys(fieldErrors).map((field) => field.split('.')[0] ?? ''))
  return STEP_FIELDS.flatMap((stepFields, step) =>
    stepFields.filter((field) => names.has(field)).map((field) => ({ field, label: labelOf(field), step })),
  )
}

/** Errors of the fields of one step. */
export function errorsOfStep(fieldErrors: Errors, step: number): Errors {
  const fields = STEP_FIELDS[step] ?? []
  return Object.fromEntries(
    Object.entries(fieldErrors).filter(([field]) => fields.includes(field.split('.')[0] ?? '')),
  )
}

const { basic, experience, pricing } = wizardCopy

const LABELS: Readonly<Record<string, string>> = {
  firstName: basic.firstName,
  lastName: basic.lastName,
  country: basic.country,
  styles: basic.styles,
  phone: basic.phone,
  ageConfirmed: basic.age,
  bio: experience.bio,
  danceEducation: experience.education,
  guru: experience.guru,
  experience: experience.experience,
  yearsTeaching: experience.years,
  studentAges: experience.ages,
  highlights: experience.highlights,
  performanceVideoLink: experience.video,
  instagram: experience.instagram,
  availability: wizardCopy.steps[2],
  usdRate: pricing.usd,
  inrRate: pricing.inr,
  googleMeetLink: pricing.meetingLink,
  helpVideoLink: pricing.help,
  notes: pricing.notes,
}

/** The label of a field without its note that it is optional. */
function labelOf(field: string): string {
  return (LABELS[field] ?? field).replace(' (optional)', '')
}

/** The errors of empty fields, without those of invalid ones. */
export function missingFields(fieldErrors: Errors, values: WizardValues): Errors {
  const isMissing = (field: string) =>
    field.startsWith('styles.')
      ? !values.styles.some(({ style }) => style)
      : isEmpty(values[field as keyof WizardValues])
  return Object.fromEntries(Object.entries(fieldErrors).filter(([field]) => isMissing(field)))
}

function isEmpty(value: unknown): boolean {
  return (
    !value || (typeof value === 'string' && !value.trim()) || (Array.isArray(value) && value.length === 0)
  )
}

/** Labels of the fields in the order of the form, without duplicates. */
export function fieldLabels(fieldErrors: Errors): string {
  return wrongFields(fieldErrors)
    .map(({ label }) => label)
    .join(', ')
}

const HOURS_PREFIX = /^availability\./

/** The server's errors for the hours by field of the availability form, which is a separate form. */
export function hoursErrors(fieldErrors: Readonly<Record<string, unknown>>): Errors {
  const hoursEntries = Object.entries(fieldErrors).filter(([field]) => HOURS_PREFIX.test(field))
  return hoursFields(
    Object.fromEntries(
      hoursEntries.map(([field, message]) => [field.replace(HOURS_PREFIX, ''), String(message)]),
    ),
  )
}

/** All errors except those of the hours. */
export function errorsExceptHours<T>(fieldErrors: Readonly<Record<string, T>>): Record<string, T> {
  return Object.fromEntries(Object.entries(fieldErrors).filter(([field]) => !HOURS_PREFIX.test(field)))
}

/**
 * Maps the server's field errors to form fields: `teacherProfile.danceStylesWithLevel.1.style` →
 * `styles.1.style`.
 */
export function wizardFormErrors(fieldErrors: Readonly<Record<string, string>>): Errors {
  return Object.fromEntries(
    Object.entries(fieldErrors).map(([field, message]) => [
      field
        .replace(/^(teacherProfile|paymentSettings)\./, '')
        .replace(/^socialMedia\./, '')
        .replace(/^danceStylesWithLevel$/, 'styles.0.style')
        .replace(/^danceStylesWithLevel\./, 'styles.')
        .replace(/^keyHighlights\.(\d+)$/, 'highlights.$1.text'),
      message,
    ]),
  )
}

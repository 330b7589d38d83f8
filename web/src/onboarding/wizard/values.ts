import { wizardCopy } from '@/copy/wizard'
import { normalizeMeetingLink } from '@/lib/meetingLink'
import { AGE_GROUPS, DANCE_STYLES, DEFAULT_LEVEL, OTHER_STYLE } from '@/lib/teacherOptions'
import { type HoursValues, toHoursValues, toWeeklyHours, type WeeklyHours } from '@/ui/hours/hoursForm'
import { hoursSchema } from '@/ui/hours/hoursSchema'

export interface StyleRow {
  /** React key of the row. */
  key: string
  /** An option of the list. */
  style: string
  /** The name of the style if `style` is `other`. */
  otherStyle: string
  level: string
}

export interface HighlightRow {
  key: string
  text: string
}

export interface WizardValues {
  firstName: string
  lastName: string
  country: string
  phone: string
  ageConfirmed: boolean
  styles: StyleRow[]
  bio: string
  danceEducation: string
  guru: string
  experience: string
  yearsTeaching: string
  studentAges: string[]
  highlights: HighlightRow[]
  performanceVideoLink: string
  instagram: string
  /** Values of the availability form, complete or not; `null` until it was edited. */
  hours: HoursValues | null
  usdRate: number | string
  inrRate: number | string
  googleMeetLink: string
  helpVideoLink: string
  notes: string
}

/** Defaults of SPEC §3. */
const DEFAULT_INR = 999
const DEFAULT_USD = 24.99

let lastKey = 0
const newKey = () => `row-${++lastKey}`

export const newStyle = (): StyleRow => ({ key: newKey(), style: '', otherStyle: '', level: DEFAULT_LEVEL })
export const newHighlight = (): HighlightRow => ({ key: newKey(), text: '' })

type UntypedObject = Record<string, unknown>

const asObject = (value: unknown): UntypedObject =>
  typeof value === 'object' && value !== null ? (value as UntypedObject) : {}
const asText = (value: unknown): string => (typeof value === 'string' ? value : '')
const asArray = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

/**
 * Converts a draft to form values. A draft has the format of the application (SPEC §3) and may be
 * incomplete, from a rejected application, or from an older version of this form.
 */
export function toWizardValues(draft: UntypedObject | null, name: string): WizardValues {
  const profile = asObject(draft?.teacherProfile)
  const rates = asObject(draft?.paymentSettings)
  const [first = '', ...others] = name.trim().split(/\s+/)
  const styles = asArray(profile.danceStylesWithLevel)
    .map(asObject)
    .map((row) => ({
      ...newStyle(),
      ...toStyleOption(asText(row.style)),
      level: asText(row.level) || DEFAULT_LEVEL,
    }))
  return {
    firstName: draft ? asText(profile.firstName) : first,
    lastName: draft ? asText(profile.lastName) : others.join(' '),
    country: asText(profile.country),
    phone: asText(draft?.phone),
    ageConfirmed: profile.ageConfirmed === true,
    styles: styles.length > 0 ? styles : [newStyle()],
    bio: asText(draft?.bio),
    danceEducation: asText(profile.danceEducation),
    guru: asText(profile.guru),
    experience: asText(profile.experience),
    yearsTeaching: asText(profile.yearsTeaching),
    studentAges: asArray(profile.studentAges).map(ageGroupOf).filter(Boolean),
    highlights: asArray(profile.keyHighlights).map((one) => ({ ...newHighlight(), text: asText(one) })),
    performanceVideoLink: asText(profile.performanceVideoLink),
    instagram: asText(asObject(profile.socialMedia).instagram),
    hours: toHours(draft),
    usdRate: toRate(rates.usdRate, draft ? '' : DEFAULT_USD),
    inrRate: toRate(rates.inrRate, draft ? '' : DEFAULT_INR),
    googleMeetLink: asText(profile.googleMeetLink),
    helpVideoLink: asText(profile.helpVideoLink),
    notes: asText(profile.notes),
  }
}

/** The option of a stored style, and its name if it is not in the list. */
function toStyleOption(style: string): Pick<StyleRow, 'style' | 'otherStyle'> {
  const isListed = style === '' || DANCE_STYLES.some((option) => option === style)
  return isListed ? { style, otherStyle: '' } : { style: OTHER_STYLE, otherStyle: style }
}

/** The style of a row: an option of the list, or the name that was entered. */
export function styleName({ style, otherStyle }: StyleRow): string {
  return (style === OTHER_STYLE && otherStyle.trim()) || style
}

/** Hours from a draft, or from a sent application. */
function toHours(draft: UntypedObject | null): HoursValues | null {
  const typed = asObject(draft?.hours)
  if (Array.isArray(typed.rows)) return typed as unknown as HoursValues
  return draft?.availability ? toHoursValues(draft.availability as WeeklyHours) : null
}

function toRate(value: unknown, fallback: number | string): number | string {
  return typeof value === 'number' ? value : fallback
}

/** The age group of a value or label: `children` for `children (5-12)`. */
function ageGroupOf(text: unknown): string {
  return AGE_GROUPS.find(({ value, label }) => text === value || text === label)?.value ?? ''
}

/** Converts form values to a draft: the application, complete or not. */
export function toDraft(values: WizardValues): UntypedObject {
  return { ...buildApplication(values, ''), ...(values.hours ? { hours: values.hours } : {}) }
}

/** Converts form values to the application of SPEC §3. */
export function toApplication(values: WizardValues, email: string) {
  const application = buildApplication(values, email)
  const { teacherProfile: profile } = application
  return {
    ...application,
    bio: application.bio || wizardCopy.notProvided,
    teacherProfile: {
      ...profile,
      experience: profile.experience || wizardCopy.notProvided,
      googleMeetLink: normalizeMeetingLink(profile.googleMeetLink) ?? profile.googleMeetLink,
      danceStylesWithLevel: profile.danceStylesWithLevel.filter(({ style }) => style),
      keyHighlights: profile.keyHighlights.filter(Boolean),
    },
  }
}

function buildApplication(values: WizardValues, email: string) {
  const { firstName, lastName, usdRate, inrRate, hours } = values
  const availability =
    hours && hours.rows.length > 0 && hoursSchema.safeParse(hours).success ? toWeeklyHours(hours) : null
  return {
    email,
    name: `${firstName.trim()} ${lastName.trim()}`.trim(),
    bio: values.bio,
    phone: values.phone.trim(),
    teacherProfile: {
      firstName: firstName.trim(),
      lastName: lastName.trim(),
      country: values.country,
      experience: values.experience,
      danceEducation: values.danceEducation,
      guru: values.guru,
      googleMeetLink: values.googleMeetLink.trim(),
      yearsTeaching: values.yearsTeaching,
      studentAges: values.studentAges,
      ageConfirmed: values.ageConfirmed,
      danceStylesWithLevel: values.styles.map((row) => ({ style: styleName(row), level: row.level })),
      keyHighlights: values.highlights.map((row) => row.text.trim()),
      performanceVideoLink: values.performanceVideoLink.trim(),
      helpVideoLink: values.helpVideoLink.trim(),
      notes: values.notes,
      socialMedia: { instagram: values.instagram.trim() },
    },
    paymentSettings: { inrRate: toNumber(inrRate), usdRate: toNumber(usdRate) },
    ...(availability ? { availability } : {}),
  }
}

/**
 * `NaN` for an empty field: it becomes `null` in JSON, so the field is empty again when the draft
 * is loaded.
 */
function toNumber(value: number | string): number {
  return typeof value === 'number' ? value : Number.NaN
}

import { wizardCopy } from '@/copy/wizard'
import { AGE_GROUPS, DEFAULT_LEVEL } from '@/lib/dance'
import { meetingLink } from '@/lib/meetingLink'
import { type HoursValues, toValues, toWeek, type WeeklyHours } from '@/ui/hours/hoursForm'
import { hoursSchema } from '@/ui/hours/hoursSchema'

export interface StyleRow {
  /** Only to tell the rows apart on the screen. */
  key: string
  style: string
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
  /** The availability form as it stands, finished or not; nothing before it was touched. */
  hours: HoursValues | null
  usdRate: number | string
  inrRate: number | string
  googleMeetLink: string
  helpVideoLink: string
  notes: string
}

/** SPEC §3's defaults. */
const DEFAULT_INR = 999
const DEFAULT_USD = 24.99

let lastKey = 0
const newKey = () => `row-${++lastKey}`

export const newStyle = (): StyleRow => ({ key: newKey(), style: '', level: DEFAULT_LEVEL })
export const newHighlight = (): HighlightRow => ({ key: newKey(), text: '' })

type Loose = Record<string, unknown>

const part = (of: unknown): Loose => (typeof of === 'object' && of !== null ? (of as Loose) : {})
const text = (of: unknown): string => (typeof of === 'string' ? of : '')
const list = (of: unknown): unknown[] => (Array.isArray(of) ? of : [])

/**
 * The form from a draft, which has the shape of the application (SPEC §3), as far as it had come. Read with care: it may
 * be a rejected application, or a draft of an older version of this form.
 */
export function fromDraft(draft: Loose | null, name: string): WizardValues {
  const profile = part(draft?.teacherProfile)
  const rates = part(draft?.paymentSettings)
  const [first = '', ...others] = name.trim().split(/\s+/)
  const styles = list(profile.danceStylesWithLevel).map((row) => ({
    ...newStyle(),
    style: text(part(row).style),
    level: text(part(row).level) || DEFAULT_LEVEL,
  }))
  return {
    firstName: draft ? text(profile.firstName) : first,
    lastName: draft ? text(profile.lastName) : others.join(' '),
    country: text(profile.country),
    phone: text(draft?.phone),
    ageConfirmed: profile.ageConfirmed === true,
    styles: styles.length > 0 ? styles : [newStyle()],
    bio: text(draft?.bio),
    danceEducation: text(profile.danceEducation),
    guru: text(profile.guru),
    experience: text(profile.experience),
    yearsTeaching: text(profile.yearsTeaching),
    studentAges: list(profile.studentAges).map(ageWord).filter(Boolean),
    highlights: list(profile.keyHighlights).map((one) => ({ ...newHighlight(), text: text(one) })),
    performanceVideoLink: text(profile.performanceVideoLink),
    instagram: text(part(profile.socialMedia).instagram),
    hours: hoursOf(draft),
    usdRate: rate(rates.usdRate, draft ? '' : DEFAULT_USD),
    inrRate: rate(rates.inrRate, draft ? '' : DEFAULT_INR),
    googleMeetLink: text(profile.googleMeetLink),
    helpVideoLink: text(profile.helpVideoLink),
    notes: text(profile.notes),
  }
}

/** As it was left, or as it was sent with an application. */
function hoursOf(draft: Loose | null): HoursValues | null {
  const typed = part(draft?.hours)
  if (Array.isArray(typed.rows)) return typed as unknown as HoursValues
  return draft?.availability ? toValues(draft.availability as WeeklyHours) : null
}

function rate(of: unknown, otherwise: number | string): number | string {
  return typeof of === 'number' ? of : otherwise
}

/** `children` also of `children (5-12)`. */
function ageWord(of: unknown): string {
  return AGE_GROUPS.find(({ value, label }) => of === value || of === label)?.value ?? ''
}

/** The form as a draft: the application, finished or not. */
export function toDraft(values: WizardValues): Loose {
  return { ...application(values, ''), ...(values.hours ? { hours: values.hours } : {}) }
}

/** The form as the application that SPEC §3 names. */
export function toApplication(values: WizardValues, email: string) {
  const sent = application(values, email)
  const { teacherProfile: profile } = sent
  return {
    ...sent,
    bio: sent.bio || wizardCopy.notProvided,
    teacherProfile: {
      ...profile,
      experience: profile.experience || wizardCopy.notProvided,
      googleMeetLink: meetingLink(profile.googleMeetLink) ?? profile.googleMeetLink,
      danceStylesWithLevel: profile.danceStylesWithLevel.filter(({ style }) => style),
      keyHighlights: profile.keyHighlights.filter(Boolean),
    },
  }
}

function application(values: WizardValues, email: string) {
  const { firstName, lastName, usdRate, inrRate, hours } = values
  const availability =
    hours && hours.rows.length > 0 && hoursSchema.safeParse(hours).success ? toWeek(hours) : null
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
      danceStylesWithLevel: values.styles.map(({ style, level }) => ({ style, level })),
      keyHighlights: values.highlights.map((row) => row.text.trim()),
      performanceVideoLink: values.performanceVideoLink.trim(),
      helpVideoLink: values.helpVideoLink.trim(),
      notes: values.notes,
      socialMedia: { instagram: values.instagram.trim() },
    },
    paymentSettings: { inrRate: number(inrRate), usdRate: number(usdRate) },
    ...(availability ? { availability } : {}),
  }
}

/** An empty field is no number; `NaN` becomes `null` in JSON, and the field is empty again when the draft is read. */
function number(of: number | string): number {
  return typeof of === 'number' ? of : Number.NaN
}

import type { UserRecord } from '@/api/teacherTypes'
import { profileCopy } from '@/copy/teacherProfile'
import { charCount } from '@/lib/charCount'
import { normalizeMeetingLink } from '@/lib/meetingLink'
import { isPhone } from '@/lib/phone'

const { errors } = profileCopy

export interface ProfileValues {
  phone: string
  experience: string
  bio: string
  danceStyles: string[]
  googleMeetLink: string
  guru: string
  danceEducation: string
  studentAges: string[]
  keyHighlights: string[]
  performanceVideoLink: string
  languages: string[]
  showOnList: boolean
}

/** Limits of SPEC §5 in characters. */
const BIO_CHARS = { min: 50, max: 1000 }

export function toProfileValues(user: UserRecord): ProfileValues {
  return {
    phone: user.phone ?? '',
    experience: user.teacherProfile?.experience ?? '',
    bio: user.bio ?? '',
    danceStyles: user.danceStyles,
    googleMeetLink: user.teacherProfile?.googleMeetLink ?? '',
    guru: user.teacherProfile?.guru ?? '',
    danceEducation: user.teacherProfile?.danceEducation ?? '',
    studentAges: user.teacherProfile?.studentAges ?? [],
    keyHighlights: user.teacherProfile?.keyHighlights ?? [],
    performanceVideoLink: user.teacherProfile?.performanceVideoLink ?? '',
    languages: user.teacherProfile?.languages ?? [],
    showOnList: user.teacherSettings?.showOnList ?? false,
  }
}

/** Validation errors by field. Unchanged fields are not validated: they may be older than the rules. */
export function profileErrors(values: ProfileValues, before: ProfileValues): Record<string, string> {
  const fieldErrors: Record<string, string> = {}
  if (!isPhone(values.phone, before.phone)) fieldErrors.phone = errors.phone
  const bioLength = charCount(values.bio)
  if (values.bio !== before.bio) {
    if (bioLength < BIO_CHARS.min) fieldErrors.bio = errors.bioShort
    if (bioLength > BIO_CHARS.max) fieldErrors.bio = errors.bioLong
  }
  if (!values.experience.trim() && before.experience) fieldErrors.experience = errors.experience
  if (values.danceStyles.length === 0 && before.danceStyles.length > 0)
    fieldErrors.danceStyles = errors.styles
  if (values.googleMeetLink !== before.googleMeetLink && !normalizeMeetingLink(values.googleMeetLink)) {
    fieldErrors.googleMeetLink = errors.link
  }
  if (values.studentAges.length === 0 && before.studentAges.length > 0) fieldErrors.studentAges = errors.ages
  return fieldErrors
}

/** The changed fields in the API's format. Unchanged ones are not sent, so that they cannot be rejected. */
export function changesOf(values: ProfileValues, before: ProfileValues): Partial<ProfileValues> {
  const normalized = {
    ...values,
    phone: values.phone.trim(),
    keyHighlights: values.keyHighlights.map((highlight) => highlight.trim()).filter(Boolean),
    performanceVideoLink: values.performanceVideoLink.trim(),
    googleMeetLink: normalizeMeetingLink(values.googleMeetLink) ?? '',
  }
  return Object.fromEntries(
    Object.entries(normalized).filter(([field]) => {
      const name = field as keyof ProfileValues
      return JSON.stringify(values[name]) !== JSON.stringify(before[name])
    }),
  )
}

/** The user record after these values were saved. */
export function applyProfile(user: UserRecord, values: ProfileValues, version: number): UserRecord {
  const { phone, bio, danceStyles, showOnList, ...profile } = values
  return {
    ...user,
    phone,
    bio,
    danceStyles,
    teacherProfile: { ...user.teacherProfile, ...profile },
    teacherSettings: user.teacherSettings && { ...user.teacherSettings, version, showOnList },
  }
}

import type { TeacherUser } from '@/api/teacherTypes'
import { profileCopy } from '@/copy/teacherProfile'
import { letterCount } from '@/lib/letters'
import { meetingLink } from '@/lib/meetingLink'

const { errors } = profileCopy

export interface ProfileValues {
  phone: string
  experience: string
  bio: string
  danceStyles: string[]
  googleMeetLink: string
}

/** SPEC §5's limits, in letters as people count them. */
const BIO = { min: 50, max: 1000 }

export function toValues(user: TeacherUser): ProfileValues {
  return {
    phone: user.phone ?? '',
    experience: user.teacherProfile?.experience ?? '',
    bio: user.bio ?? '',
    danceStyles: user.danceStyles,
    googleMeetLink: user.teacherProfile?.googleMeetLink ?? '',
  }
}

/** What is wrong, by field. What has not been touched is not held against anybody: it may be older than the rules. */
export function profileErrors(values: ProfileValues, before: ProfileValues): Record<string, string> {
  const found: Record<string, string> = {}
  const letters = letterCount(values.bio)
  if (values.bio !== before.bio) {
    if (letters < BIO.min) found.bio = errors.bioShort
    if (letters > BIO.max) found.bio = errors.bioLong
  }
  if (!values.experience.trim() && before.experience) found.experience = errors.experience
  if (values.danceStyles.length === 0 && before.danceStyles.length > 0) found.danceStyles = errors.styles
  if (values.googleMeetLink !== before.googleMeetLink && !meetingLink(values.googleMeetLink)) {
    found.googleMeetLink = errors.link
  }
  return found
}

/** What has changed, as the API takes it: the rest is not sent, so that it cannot be refused. */
export function changesOf(values: ProfileValues, before: ProfileValues): Partial<ProfileValues> {
  const tidy = {
    ...values,
    phone: values.phone.trim(),
    googleMeetLink: meetingLink(values.googleMeetLink) ?? '',
  }
  return Object.fromEntries(
    Object.entries(tidy).filter(([field]) => {
      const name = field as keyof ProfileValues
      return JSON.stringify(values[name]) !== JSON.stringify(before[name])
    }),
  )
}

/** The record as it must be after these values were saved. */
export function saved(user: TeacherUser, values: ProfileValues, version: number): TeacherUser {
  const { phone, bio, danceStyles, experience, googleMeetLink } = values
  return {
    ...user,
    phone,
    bio,
    danceStyles,
    teacherProfile: { ...user.teacherProfile, experience, googleMeetLink },
    teacherSettings: user.teacherSettings && { ...user.teacherSettings, version },
  }
}

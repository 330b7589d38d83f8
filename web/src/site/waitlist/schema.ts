import { waitlistCopy } from '@/copy/waitlist'
import { z } from '@/lib/schema'

const { missing, danceStyles } = waitlistCopy

const required = (message: string) => z.string().check(z.trim(), z.minLength(1, message))

/** The waitlist as the server wants it (SPEC §3, §5). */
export const waitlistSchema = z.object({
  name: required(missing.name),
  email: required(missing.email).check(z.email(missing.emailInvalid)),
  role: z.enum(['Teacher', 'Student']),
  location: required(missing.location),
  country: required(missing.country),
  dancestyle: z.enum(danceStyles),
})

export type WaitlistForm = z.infer<typeof waitlistSchema>
export type WaitlistField = keyof WaitlistForm
export type WaitlistErrors = Partial<Record<WaitlistField, string>>

/** In the order in which the form shows them. */
export const FIELDS = ['role', 'name', 'email', 'location', 'country', 'dancestyle'] as const

export function textOf(data: FormData, field: string): string {
  const value = data.get(field)
  return typeof value === 'string' ? value : ''
}

/** The entry, or the first thing that is wrong with each field. */
export function readForm(data: FormData): { entry: WaitlistForm } | { errors: WaitlistErrors } {
  const read = waitlistSchema.safeParse(
    Object.fromEntries(FIELDS.map((field) => [field, textOf(data, field)])),
  )
  if (read.success) return { entry: read.data }
  const errors: WaitlistErrors = {}
  for (const issue of read.error.issues) {
    const field = FIELDS.find((known) => known === issue.path[0])
    if (field) errors[field] ??= issue.message
  }
  return { errors }
}

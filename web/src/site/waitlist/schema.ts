import { waitlistCopy } from '@/copy/waitlist'
import { z } from '@/lib/schema'

const { missing, danceStyles } = waitlistCopy

const required = (error: () => string) => z.string().check(z.trim(), z.minLength(1, { error }))

/** The waitlist entry as the server accepts it (SPEC §3, §5). */
export const waitlistSchema = z.object({
  name: required(() => missing.name),
  email: required(() => missing.email).check(z.email({ error: () => missing.emailInvalid })),
  role: z.enum(['Teacher', 'Student']),
  location: required(() => missing.location),
  country: required(() => missing.country),
  dancestyle: z.enum(danceStyles),
})

export type WaitlistFormValues = z.infer<typeof waitlistSchema>
export type WaitlistField = keyof WaitlistFormValues
export type WaitlistErrors = Partial<Record<WaitlistField, string>>

/** In the order of the form. */
export const WAITLIST_FIELDS = ['role', 'name', 'email', 'location', 'country', 'dancestyle'] as const

export function textOf(data: FormData, field: string): string {
  const value = data.get(field)
  return typeof value === 'string' ? value : ''
}

/** The entry, or the first error of each field. */
export function readForm(data: FormData): { entry: WaitlistFormValues } | { errors: WaitlistErrors } {
  const result = waitlistSchema.safeParse(
    Object.fromEntries(WAITLIST_FIELDS.map((field) => [field, textOf(data, field)])),
  )
  if (result.success) return { entry: result.data }
  const errors: WaitlistErrors = {}
  for (const issue of result.error.issues) {
    const field = WAITLIST_FIELDS.find((name) => name === issue.path[0])
    if (field) errors[field] ??= issue.message
  }
  return { errors }
}

/**
 * What a new student has typed, kept in this tab because a change of language loads the page again.
 * It belongs to a person and to the invite code of the link (empty without one), which the field
 * `referralCode` starts with. Joining and signing out remove it.
 */
import { readStored, store } from '@/lib/browserStorage'
import { COUNTRIES } from '@/lib/country'
import { STUDENT_DRAFT_KEY } from '@/lib/draftKeys'
import { z } from '@/lib/schema'

const draftSchema = z.object({
  personId: z.string(),
  inviteCode: z.string(),
  values: z.object({ name: z.string(), location: z.enum(COUNTRIES), referralCode: z.string() }),
})

type StudentDraft = z.infer<typeof draftSchema>

/** Keeps the draft; `null` removes it. */
export function storeStudentDraft(draft: StudentDraft | null): void {
  store('sessionStorage', STUDENT_DRAFT_KEY, draft)
}

/** The values of the draft; `null` if there is none of this person and link, or if it is invalid. */
export function readStudentDraft(personId: string, inviteCode: string): StudentDraft['values'] | null {
  const { data } = draftSchema.safeParse(readStored('sessionStorage', STUDENT_DRAFT_KEY))
  return data?.personId === personId && data.inviteCode === inviteCode ? data.values : null
}

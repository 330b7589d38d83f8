/**
 * What has been typed to join or to add a child, kept in this tab because a change of language loads
 * the page again. It belongs to a person, a form and the invite code of the link (empty without one),
 * which the field `referralCode` starts with. Joining and signing out remove it.
 */
import { AGE_BANDS, UNDER_18 } from '@/family/age'
import { readStored, store } from '@/lib/browserStorage'
import { COUNTRIES } from '@/lib/country'
import { STUDENT_DRAFT_KEY } from '@/lib/draftKeys'
import { z } from '@/lib/schema'

const dateSchema = z.object({ day: z.string(), month: z.string(), year: z.string() })

const draftSchema = z.object({
  personId: z.string(),
  inviteCode: z.string(),
  isAddingChild: z.boolean(),
  values: z.object({
    learner: z.nullable(z.enum(['me', 'child'])),
    name: z.string(),
    age: z.object({
      kind: z.enum(['date', 'range']),
      date: dateSchema,
      range: z.nullable(z.enum([UNDER_18, ...AGE_BANDS])),
    }),
    childName: z.string(),
    childBirthDate: dateSchema,
    location: z.enum(COUNTRIES),
    referralCode: z.string(),
  }),
})

type StudentDraft = z.infer<typeof draftSchema>

/** What the draft belongs to. */
export type DraftOwner = Omit<StudentDraft, 'values'>

/** Keeps the draft; `null` removes it. */
export function storeStudentDraft(draft: StudentDraft | null): void {
  store('sessionStorage', STUDENT_DRAFT_KEY, draft)
}

/** The values of the draft; `null` if there is none of this owner, or if it is invalid. */
export function readStudentDraft(owner: DraftOwner): StudentDraft['values'] | null {
  const { data } = draftSchema.safeParse(readStored('sessionStorage', STUDENT_DRAFT_KEY))
  const isOwn =
    data?.personId === owner.personId &&
    data.inviteCode === owner.inviteCode &&
    data.isAddingChild === owner.isAddingChild
  return isOwn ? data.values : null
}

import { onboardingCopy } from '@/copy/onboarding'
import { COUNTRIES } from '@/lib/country'
import { z } from '@/lib/schema'

const copy = onboardingCopy.student

/** Schema of the student form. The server checks whether the invite code exists (SPEC §5). */
export const studentSchema = z.object({
  name: z.string().check(z.trim(), z.minLength(1, { error: () => copy.nameRequired })),
  location: z.enum(COUNTRIES),
  referralCode: z.string().check(z.trim(), z.minLength(1, { error: () => copy.codeMissing })),
})

export type StudentValues = z.infer<typeof studentSchema>

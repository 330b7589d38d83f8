import { onboardingCopy } from '@/copy/onboarding'
import { COUNTRIES } from '@/lib/country'
import { z } from '@/lib/schema'

/** Schema of the student form. The server validates the invite code (SPEC §5). */
export const studentSchema = z.object({
  name: z.string().check(z.trim(), z.minLength(1, onboardingCopy.student.nameRequired)),
  location: z.enum(COUNTRIES),
  referralCode: z.string(),
})

export type StudentValues = z.infer<typeof studentSchema>

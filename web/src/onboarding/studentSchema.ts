import { onboardingCopy } from '@/copy/onboarding'
import { PLACES } from '@/lib/place'
import { z } from '@/lib/schema'

/** The student form. The invite code is not checked here: the server decides (SPEC §5). */
export const studentSchema = z.object({
  name: z.string().check(z.trim(), z.minLength(1, onboardingCopy.student.nameRequired)),
  location: z.enum(PLACES),
  referralCode: z.string(),
})

export type StudentValues = z.infer<typeof studentSchema>

import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { teacherByCodeQuery } from '@/api/people'
import type { TeacherPreview as Teacher } from '@/api/types'
import { onboardingCopy } from '@/copy/onboarding'
import { styleWord } from '@/copy/words'
import { looksLikeCode, normalCode } from '@/lib/codes'
import { zoneCity } from '@/lib/time'
import { TeacherEmblem } from '@/ui/TeacherEmblem'
import classes from './TeacherPreview.module.css'

const TYPING_MS = 350
const copy = onboardingCopy.student

/** Whose code this is, as soon as it is whole. Only a help: whether it holds, the server says on Continue. */
export function TeacherPreview({ code }: { code: string }) {
  const [typed] = useDebouncedValue(normalCode(code), TYPING_MS)
  const whole = looksLikeCode(typed) && typed === normalCode(code)
  const { data, isFetching, error } = useQuery({ ...teacherByCodeQuery(typed), enabled: whole, retry: false })
  const teacher = whole ? data?.teacher : undefined
  return (
    <div role="status" className={classes.place}>
      {teacher ? (
        <div className={classes.teacher}>
          <TeacherEmblem teacherId={teacher._id} />
          <div>
            <p className={classes.label}>{copy.teacherFound}</p>
            <p className={classes.name}>{teacher.name}</p>
            <p className={classes.facts}>{factsOf(teacher)}</p>
          </div>
        </div>
      ) : whole && isFetching ? (
        <p className={classes.note}>{copy.codeChecking}</p>
      ) : whole && error?.code === 'invalid_invite_code' ? (
        <p className={classes.note}>{copy.codeUnknown}</p>
      ) : null}
    </div>
  )
}

function factsOf({ danceStyles, timeZone }: Teacher): string {
  return [...danceStyles.map(styleWord), ...(timeZone ? [zoneCity(timeZone)] : [])].join(' · ')
}

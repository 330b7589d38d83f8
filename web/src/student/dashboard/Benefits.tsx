import { studentCopy } from '@/copy/student'
import { studentChildCopy } from '@/copy/studentChild'
import { useChild } from '@/family/childName'
import { useIsWide } from '@/ui/useIsWide'
import classes from './Benefits.module.css'

const copy = studentCopy.welcome

/** Benefits of a student; collapsed on a narrow screen. */
export function Benefits() {
  const wide = useIsWide()
  const childBenefits: readonly string[] = useChild() ? studentChildCopy.benefits : []
  const list = (
    <ul className={classes.list}>
      {copy.benefits.map((benefit, index) => (
        <li key={benefit}>{childBenefits[index] ?? benefit}</li>
      ))}
    </ul>
  )
  if (!wide) {
    return (
      <details>
        <summary className={classes.title}>{copy.benefitsTitle}</summary>
        {list}
      </details>
    )
  }
  return (
    <div>
      <h2 className={classes.title}>{copy.benefitsTitle}</h2>
      {list}
    </div>
  )
}

import { termsCopy } from '@/copy/terms'
import { useChild } from '@/family/childName'
import classes from '@/student/Panel.module.css'
import { StudentSectionTitle } from '@/student/StudentSectionTitle'
import { SupportLink } from '@/student/SupportLink'

const copy = termsCopy

/** The rules of the student area (SPEC §2; D24, D36). */
export function StudentTerms() {
  const child = useChild()
  const sections = child ? copy.sections.filter(({ id }) => id !== 'referrals') : copy.sections
  return (
    <div className={classes.panel}>
      <StudentSectionTitle title={copy.title}>{copy.title}</StudentSectionTitle>
      <p className={classes.lead}>{copy.lead}</p>
      {sections.map(({ id, heading, points }) => (
        <section key={id} className={classes.section}>
          <h2>{heading}</h2>
          <ul>
            {points.map(pointText(child !== null)).map((point) => (
              <li key={point}>{point}</li>
            ))}
          </ul>
        </section>
      ))}
      <p>
        {copy.questions} <SupportLink endsSentence />
      </p>
    </div>
  )
}

/** The text of a point, which may differ for a guardian who acts for a child. */
function pointText(isForChild: boolean) {
  return (point: string | { own: string; forChild: string }) =>
    typeof point === 'string' ? point : isForChild ? point.forChild : point.own
}
